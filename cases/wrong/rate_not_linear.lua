-- expect 3 | a rate must be linear in the velocities
--
local perp = require "perp"
local kind = perp.kind { name = "wheel", coords = { 0, 2 }, vels = { 0, 1 },
  rates = { false, function(q, v) return { v[1], q[1] * v[1] * v[1] } end },
  contact = function(_, q, _, v) return q[2], { v[1] } end }
local system = perp.system {
  coordinates = { "a", "b" }, velocities = { "w" },
  mass = { { 1 } }, rates = function(q) return { { 1 }, { q.a } } end,
  bindings = { perp.bind { kind = kind, sideA = perp.side { {} },
    sideB = perp.side { { coords = { "a", "b" }, vels = { "w" } } } } } }
return { system = system, h = 0.01, T = 0.1, q = { 0, 0 }, v = { 1 } }
