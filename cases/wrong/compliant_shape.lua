-- expect 3 | compliance.K: 2 rows of 2 are wanted
--
local perp = require "perp"
local system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  contacts = function(q, v)
    return { { name = "floor", gap = q.y, slips = { v.x }, mu = 0.5 } }
  end,
  compliance = { K = { { 100 } }, C = { { 1 } } },
}
return { system = system, scheme = "theta", h = 0.01, T = 0.1, q = { 0, 0 }, v = { 1, 0 } }
