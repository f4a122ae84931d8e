-- expect 3 | 'pin.2' | changes at 0.5 a second | start = 'torn'
local planar = require "perp.planar"
local world = planar.world { ground = false }
local rod = world:rod { name = "rod", mass = 1, length = 2 }
world:revolute { "pin", a = rod, at = { 1, 0 }, on = { 1, 0 } }
return { system = world:system(), h = 0.01, T = 1, q = { 0, 0, 0 },
  v = { 0, 1, -0.5 } }
