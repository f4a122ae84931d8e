-- expect 3 | not positive definite at h = 0.5 | 0.0199999 | is proven to do | jacobians
-- AP02, section 2.2: 1 - h k_v = [[1, 100 h], [0, 1]], definite for h < 1/50.
local perp = require "perp"
return {
  system = perp.system {
    coordinates = { "x", "y" },
    mass = { { 1, 0 }, { 0, 1 } },
    force = function(t, q, v) return { -100 * v.y, 0 } end,
  },
  alpha = 1, h = 0.5, T = 1, q = { 0, 0 }, v = { 1, 1 },
}
