--- # A brick on an incline
---
--- The ground is tilted about y; the brick starts flat on it, with a velocity down
--- the slope and a spin about its own third axis.

local perp = require "perp"
local spatial = require "perp.spatial"
local tilt = perp.param("tilt", 0.4, "of the incline, rad")
local mu = perp.param("mu", 0.3, "friction")
local speed = perp.param("speed", 0.5, "down the slope, m/s")
local spin = perp.param("spin", 8, "rad/s")
local c, s = math.cos(tilt), math.sin(tilt)

local world = spatial.world { mu = mu, directions = 8,
  ground = { normal = { s, 0, c } } }
world:box { name = "brick", mass = 1, size = { 0.2, 0.1, 0.06 } }
local q, v = world:state { brick = { at = { 0.03 * s, 0, 0.03 * c },
  turn = spatial.turn({ 0, 1, 0 }, tilt), velocity = { speed * c, 0, -speed * s },
  spin = { 0, 0, spin } } }
return { system = world:system(), h = 1 / 500, T = 1, q = q, v = v, alpha = 1 }
