-- expect 3 | the turn must not be zero
--
local spatial = require "perp.spatial"
local world = spatial.world {}
world:box { mass = 1, size = { 1, 1, 1 } }
local q, v = world:state { at = { 0, 0, 1 }, turn = { 0, 0, 0, 0 } }
return { system = world:system(), h = 0.01, T = 0.1, q = q, v = v }
