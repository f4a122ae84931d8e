-- expect 3 | :6: contact 1: all contacts have one restitution; write e = ... in the experiment
--
local perp = require "perp"
local system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end,
  contacts = function(q) return { { name = "floor", gap = q.x, e = 0.5 } } end }
return { system = system, h = 0.01, T = 0.1, q = { 1 }, v = { 0 } }
