-- expect 3 | a side names no velocities (vels)
--
local perp = require "perp"
local kind = perp.kind { name = "wall", coords = { 0, 1 },
  contact = function(_, q) return q[1] end }
local system = perp.system {
  coordinates = { "a" }, velocities = { "w" },
  mass = { { 1 } }, rates = { { 2 } },
  bindings = { perp.bind { kind = kind, sideA = perp.side { {} },
    sideB = perp.side { { coords = { "a" } } } } } }
return { system = system, h = 0.01, T = 0.1, q = { 1 }, v = { 1 } }
