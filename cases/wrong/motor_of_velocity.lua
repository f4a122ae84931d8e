-- expect 3 | :6: motor 'drive': the rate depends on a velocity
--
local planar = require "perp.planar"
local world = planar.world {}
local wheel = world:disc { mass = 1, radius = 1 }
world:motor { "drive", a = wheel, limit = 1, rate = function(t, q, v)
  return v.th
end }
return { system = world:system(), h = 0.01, T = 1 }
