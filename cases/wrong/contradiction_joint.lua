-- expect 4 | contradict | -1 'pin' + 1 'wall' is -1
-- The joint wants x = 0, the wall x >= 1.
local perp = require "perp"
return {
  system = perp.system {
    coordinates = { "x" },
    mass = { { 1 } },
    joints = function(q) return { { name = "pin", q.x } } end,
    contacts = function(q, v)
      return { { name = "wall", gap = q.x - 1, slips = {}, mu = 0 } }
    end,
  },
  h = 0.01, T = 1, q = { 2 }, v = { 0 },
}
