-- expect 3 | box 1 needs a name
--
local planar = require "perp.planar"
local world = planar.world {}
world:box { mass = 1, width = 1, height = 1 }
world:box { mass = 1, width = 1, height = 1 }
world:system()
