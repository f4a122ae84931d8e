-- expect 3 | project is no parameter of the scheme 'paoli'
--
local perp = require "perp"
local system = perp.system { coordinates = { "x" }, mass = { { 1 } },
  contacts = function(q) return { { name = "floor", gap = q.x } } end }
return { system = system, scheme = "paoli", h = 0.01, T = 0.1, q = { 1 },
  v = { 0 }, project = "joints" }
