-- expect 3 | the measure 'q.x' has the name of another column
--
local perp = require "perp"
local system = perp.system {
  coordinates = { "x" },
  mass = function() return { { 1 } } end,
  measures = function(q) return { { name = "q.x", 2 * q.x } } end,
}
return { system = system, h = 0.01, T = 0.1, q = { 0 }, v = { 1 } }
