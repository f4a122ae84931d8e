-- expect 3 | jacobians.v: 1 rows of 1 are wanted
local perp = require "perp"
return {
  system = perp.system {
    coordinates = { "x" },
    mass = { { 1 } },
  },
  jacobians = { v = { { 1 }, { 2 } } },
  h = 0.01, T = 1, q = { 0 }, v = { 1 },
}
