--- A weight of 1 kg on a spring of 16 N/m. Judges leapfrog.csv.
local perp = require "perp"

local system = perp.system {
  coordinates = { "x" },
  mass = function() return { { 1 } } end,
  force = function(t, q) return { -16 * q.x } end,
}

return { system = system, h = 1 / 32, T = 2, q = { 1 }, v = { 0 } }
