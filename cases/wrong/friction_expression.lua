-- expect 3 | :10: contact 1: mu is a number and no function
--
local perp = require "perp"
local system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  force = function() return { 0, -9.81 } end,
  contacts = function(q, v)
    return {
      { name = "floor", gap = q.y, slips = { v.x }, mu = q.x },
      { name = "wall", gap = 5 - q.x, mu = 0 },
    }
  end,
}
return { system = system, h = 0.01, T = 0.1, q = { 0, 0 }, v = { 1, 0 } }
