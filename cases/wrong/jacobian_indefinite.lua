-- expect 3 | positive definite at h = 0.02
--
-- AP02 2.2: M-hat = [[1, 100 h'], [0, 1]], positive definite for h < 1/50.
local perp = require "perp"
local system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  force = function(t, q, v) return { -100 * v.y, 0 } end,
}
return { system = system, scheme = "linear-implicit", h = 0.02, T = 0.1,
  q = { 0, 0 }, v = { 1, 1 } }
