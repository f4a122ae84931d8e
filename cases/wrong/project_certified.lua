-- expect 3 | --certify knows no projection | project = 'none'
-- options --certify L1 --exact-check --cert OUT/a.cert
--
local perp = require "perp"
local system = perp.system { coordinates = { "x", "y" },
  mass = { { 1, 0 }, { 0, 1 } }, force = { 0, -10 },
  joints = function(q)
    return { { name = "rod", q.x * q.x + q.y * q.y - 1 } }
  end }
return { system = system, alpha = 1, h = 0.01, T = 0.1, q = { 1, 0 },
  v = { 0, 0 }, project = 'full' }
