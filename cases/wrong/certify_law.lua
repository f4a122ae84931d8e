-- expect 3 | --certify knows no law of impact
-- options --certify L1 --cert OUT/x.cert
local perp = require "perp"
local system = perp.system { coordinates = { "x" }, mass = { { 1 } },
  contacts = function(q) return { { name = "wall", gap = q.x } } end }
return { system = system, h = 0.1, T = 1, q = { 1 }, v = { -2 },
  impact = { law = "routh" } }
