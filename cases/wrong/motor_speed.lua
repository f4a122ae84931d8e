-- expect 3 | :8: unknown key 'sped' in motor 'm' (did you mean 'speed'?)
--
local perp = require "perp"
local system = perp.system {
  coordinates = { "x" },
  mass = { { 1 } },
  motors = { { "m", rate = 1, limit = 1,
    sped = function(q, v) return v.x end } },
}
return { system = system, h = 0.01, T = 1, q = { 0 } }
