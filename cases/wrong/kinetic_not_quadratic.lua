-- expect 3 | :6: the kinetic energy is not quadratic
--
local lagrange = require "perp.lagrange"
lagrange.system {
  coordinates = { "x" },
  kinetic = function(q, v) return v.x ^ 4 end,
}
