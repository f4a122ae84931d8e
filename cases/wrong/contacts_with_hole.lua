-- expect 3 | :8: contacts: the entry '3' is none of a list
--
local perp = require "perp"
local floor
local system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  contacts = function(q)
    return { { name = "left", gap = q.x + 3 },
      [3] = { name = "floor", gap = q.y } }
  end,
}
return { system = system, h = 0.1, T = 1, q = { 0, 0 }, v = { 0, 0 } }
