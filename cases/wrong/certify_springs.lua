-- expect 3 | --certify knows no springs and dampers ('d')
-- options --certify L1 --exact-check --cert OUT/a.cert
--
local perp = require "perp"
local system = perp.system {
  coordinates = { "x" },
  mass = function() return { { 1 } } end,
  dampers = function(q)
    return { { name = "d", elongation = q.x, damping = 100 } }
  end,
}
return { system = system, h = 0.01, T = 0.1, q = { 0 }, v = { 1 } }
