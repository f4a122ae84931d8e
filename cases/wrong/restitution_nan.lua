-- expect 3 | :7: | e = | not a finite number
--
local perp = require "perp"
local system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end,
  contacts = function(q) return { { name = "floor", gap = q.x } } end }
return { system = system, scheme = "paoli", e = 0/0, h = 0.01, T = 0.1, q = { 1 }, v = { 0 } }
