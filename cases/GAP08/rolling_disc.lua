--- # A disc rolling on a circle
---
--- A disc leans inward by `tilt` and rolls steadily: its centre goes round at the rate
--- Omega, and the moment of gravity turns its spin. With theta = pi/2 - tilt the axle's angle
--- to the vertical, and n the spin about it, Newton's and Euler's equations want
---
---     3/2 n Omega sin theta = (Omega^2 sin theta / 4 - g/r) cos theta.

local perp = require "perp"
local spatial = require "perp.spatial"
local tilt = perp.param("tilt", 0.3, "of the disc from the vertical, rad")
local rate = perp.param("rate", 2, "at which the centre goes round, rad/s")
local r = perp.param("radius", 0.25, "of the disc, m")
local c, s = math.cos(tilt), math.sin(tilt)
local spin = (rate * rate * c / 4 - 9.81 / r) * s / (1.5 * rate * c)

local world = spatial.world { mu = 0.5, directions = 8 }
world:disc { name = "disc", mass = 1, radius = r }
local q, v = world:state { disc = { at = { -r * spin / rate, 0, r * c },
  turn = spatial.turn({ 0, 1, 0 }, -tilt), velocity = { 0, -r * spin, 0 },
  spin = { spin, 0, rate * c } } }
return { system = world:system(), h = 1 / 1000, T = 2, q = q, v = v, alpha = 1 / 2 }
