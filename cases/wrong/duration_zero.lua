-- expect 3 | duration_zero.lua:8 | T = 0 | positive
local perp = require "perp"
return {
  system = perp.system {
    coordinates = { "x" },
    mass = { { 1 } },
  },
  h = 0.01, T = 0, q = { 0 }, v = { 1 },
}
