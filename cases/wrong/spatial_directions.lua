-- expect 3 | :4: directions is an even number from 4 to 64, not 5
--
local spatial = require "perp.spatial"
local world = spatial.world { directions = 5 }
world:point { mass = 1 }
local q, v = world:state {}
return { system = world:system(), h = 0.01, T = 0.1, q = q, v = v }
