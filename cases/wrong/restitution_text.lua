-- expect 3 | :7: e must be a number, not a string
--
local perp = require "perp"
local system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end,
  contacts = function(q) return { { name = "floor", gap = q.x } } end }
return { system = system, e = "elastic", h = 0.01, T = 0.1, q = { 1 }, v = { 0 } }
