-- A box that turns on an incline: four corners touch, and the split of their
-- normal impulses is open. Read by test_several and test_claims.
local perp = require "perp"
local spatial = require "perp.spatial"
local a = perp.param("incline", 0.4, "rad")
local n = { -perp.sin(a), 0, perp.cos(a) }
local mu = perp.param("mu", 0.3, "friction")
local world = spatial.world { mu = mu,
  directions = perp.param("dirs", 8, "directions"),
  ground = { point = { 0, 0, 0 }, normal = n } }
world:box { name = "b", mass = 1, size = { 0.2, 0.1, 0.06 } }
local q, v = world:state { b = { at = { 0.03 * n[1], 0, 0.03 * n[3] },
  turn = spatial.turn({ 0, 1, 0 }, -a),
  spin = { 0, 0, perp.param("spin", 8, "rad/s") } } }
return { system = world:system(), h = 0.002, T = 0.02, q = q, v = v }
