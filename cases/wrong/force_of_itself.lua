-- expect 3 | tables within tables without end
--
local perp = require "perp"
local system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  force = function() local t = {} t[1] = t return t end,
  contacts = function(q, v)
    return {
      { name = "floor", gap = q.y, slips = { v.x }, mu = 0.5 },
      { name = "wall", gap = 5 - q.x, mu = 0 },
    }
  end,
}
return { system = system, h = 0.01, T = 0.1, q = { 0, 0 }, v = { 1, 0 } }
