--- # A hoist runs into its stop
---
--- A motor pulls a load up with a rate that it holds as far as its force goes. First it
--- gives all it has, and the load gains (limit/mass - g) t; then it has the rate, and the
--- motor gives the weight; at the stop it has no impulse in the collision, and behind it
--- presses with all it has again, less the weight.

local perp = require "perp"
local planar = require "perp.planar"
local mass = perp.param("mass", 2, "of the load, kg")
local rate = perp.param("rate", 1.5, "of the motor, m/s")
local limit = perp.param("limit", 24, "most force of the motor, N")
local top = perp.param("top", 2, "height of the stop, m")

local speed = perp.param("speed", 0, "of the load at the start, m/s")

local world = planar.world { gravity = { 0, -8 } }
world:point { name = "load", mass = mass }
world:wall { name = "stop", point = { 0, top }, normal = { 0, -1 } }
world:motor { "lift", a = "load", along = { 0, 1 }, rate = rate, limit = limit }

return { system = world:system(), h = perp.ratio(1, 64), T = 2,
  v = { ["load.y"] = speed } }
