-- expect 3 | :5: disc 1: mass must be a positive number, not -1
--
local planar = require "perp.planar"
local world = planar.world {}
world:disc { mass = -1, radius = 1 }
