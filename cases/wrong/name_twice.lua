-- expect 3 | :11: contact 2: the name 'floor' occurs twice
--
local perp = require "perp"
local system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  force = function() return { 0, -9.81 } end,
  contacts = function(q, v)
    return {
      { name = "floor", gap = q.y, slips = { v.x }, mu = 0.5 },
      { name = "floor", gap = 5 - q.x, mu = 0 },
    }
  end,
}
return { system = system, h = 0.01, T = 0.1, q = { 0, 0 }, v = { 1, 0 } }
