-- expect 3 | --certify knows no prescribed ends
-- options --certify L1 --exact-check --cert OUT/a.cert
local perp = require "perp"
local system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  force = function() return { 0, -9.81 } end,
  contacts = function(q, v)
    return { { name = "floor", gap = q.y, slips = { v.x }, mu = 0.5,
      stiffness = 100, damping = 1 } }
  end,
}
return { system = system, scheme = "theta", h = 0.01, T = 0.1,
  q = { 0, 0 }, v = { 1, 0 },
  ends = { { final = { ["q.x"] = 1 }, value = 1 / 16 },
    { start = { ["v.y"] = 1 }, value = 0 } } }
