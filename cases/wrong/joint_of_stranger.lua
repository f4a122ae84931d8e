-- expect 3 | :7: revolute 'pin': b must be a body of this world
--
local planar = require "perp.planar"
local world = planar.world {}
local other = planar.world {}
local rod = world:rod { mass = 1, length = 2 }
world:revolute { "pin", a = rod, b = other:point { mass = 1 } }
return { system = world:system(), h = 0.01, T = 0.1,
  q = { 0, 1, 0 }, v = { 0, 0, 0 } }
