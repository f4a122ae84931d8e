-- expect 3 | the scheme moreau is there to compare with, in doubles only; take paoli
-- options --certify L1 --exact-check --cert OUT/a.cert
--
local perp = require "perp"
local system = perp.system {
  coordinates = { "x" },
  mass = function() return { { 1 } } end,
  contacts = function(q) return { { name = "wall", gap = q.x } } end,
}
return { system = system, scheme = "moreau", h = 0.01, T = 0.1, q = { 1 },
  v = { -1 } }
