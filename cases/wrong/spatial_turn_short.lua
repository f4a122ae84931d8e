-- expect 3 | :6: box 1: turn wants a list of 4 numbers
--
local spatial = require "perp.spatial"
local world = spatial.world {}
world:box { mass = 1, size = { 1, 1, 1 } }
local q, v = world:state { turn = { 1, 0, 0 } }
return { system = world:system(), h = 0.01, T = 0.1, q = q, v = v }
