-- expect 3 | :7: motor 'drive': limit is missing
--
local planar = require "perp.planar"
local world = planar.world {}
local wheel = world:disc { mass = 1, radius = 1 }

world:motor { "drive", a = wheel, rate = 3 }
return { system = world:system(), h = 0.01, T = 1 }
