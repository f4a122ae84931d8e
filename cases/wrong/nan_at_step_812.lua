-- expect 3 | :7: | square root | step 81
--
local perp = require "perp"
local system = perp.system {
  coordinates = { "x" },
  mass = function() return { { 1 } } end,
  force = function(t) return { 0 * t + perp.sqrt(8.115 - t) } end,
}
return { system = system, h = 0.01, T = 10, q = { 0 }, v = { 0 } }
