-- expect 3 | no column 'knetic' | did you mean 'kinetic'
local perp = require "perp"
return {
  system = perp.system { coordinates = { "x" },
    mass = function() return { { 1 } } end },
  h = 0.01, T = 1, q = { 0 }, v = { 1 }, watch = { "knetic" },
}
