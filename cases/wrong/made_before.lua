-- expect 3 | :6: unknown key 'aplha' in the experiment (did you mean 'alpha'?)
--
local perp = require "perp"
local experiment = {
  h = 0.1, T = 1, q = { 0 }, v = { 0 },
  aplha = 1,
}
experiment.system = perp.system {
  coordinates = { "x" },
  mass = function() return { { 1 } } end,
}
return experiment
