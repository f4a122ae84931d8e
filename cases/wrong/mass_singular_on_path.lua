-- expect 3 | step 9 | not positive definite | pivot 1
--
local perp = require "perp"
local system = perp.system { coordinates = { "r" },
  mass = function(q) return { { q.r } } end,
  contacts = function(q) return { { name = "wall", gap = 2 + q.r } } end }
return { system = system, scheme = "paoli", h = 0.125, T = 2, q = { 1 }, v = { -1 } }
