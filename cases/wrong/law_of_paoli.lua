-- expect 3 | scheme 'paoli' | impact.law
local perp = require "perp"
local system = perp.system { coordinates = { "x" }, mass = { { 1 } },
  contacts = function(q) return { { name = "wall", gap = q.x } } end }
return { system = system, h = 0.1, T = 1, q = { 1 }, v = { -2 },
  scheme = "paoli", impact = { law = "routh" } }
