-- expect 3 | alpha is no parameter of the scheme 'linear-implicit'
--
local perp = require "perp"
local system = perp.system {
  coordinates = { "x" },
  mass = function() return { { 1 } } end,
}
return { system = system, scheme = "linear-implicit", alpha = 0.5, h = 0.01,
  T = 0.1, q = { 0 }, v = { 1 } }
