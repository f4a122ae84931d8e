-- expect 3 | duration_negative.lua:8 | T = -1 | positive
local perp = require "perp"
return {
  system = perp.system {
    coordinates = { "x" },
    mass = { { 1 } },
  },
  h = 0.01, T = -1, q = { 0 }, v = { 1 },
}
