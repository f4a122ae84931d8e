-- expect 3 | u_0 is not in T_K(q_0) | 'floor' | -1 m/s
--
local perp = require "perp"
local system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end,
  contacts = function(q) return { { name = "floor", gap = q.x } } end }
return { system = system, scheme = "paoli", h = 0.01, T = 0.1, q = { 0 }, v = { -1 } }
