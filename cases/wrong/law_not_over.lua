-- expect 5 | step 6 | impact.N
local perp = require "perp"
local system = perp.system { coordinates = { "x" }, mass = { { 1 } },
  contacts = function(q) return { { name = "wall", gap = q.x } } end }
return { system = system, h = 0.1, T = 1, q = { 1 }, v = { -2 },
  impact = { law = "halm_posa", h = 1e-3, N = 2 } }
