-- expect 3 | --certify L2 knows no restitution | e = 0.5 | ask for L1
-- options --certify L2 --exact-check --cert OUT/a.cert
--
local perp = require "perp"
local system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end,
  contacts = function(q) return { { name = "floor", gap = q.x } } end }
return { system = system, e = 0.5, h = 0.01, T = 0.1, q = { 1 }, v = { 0 } }
