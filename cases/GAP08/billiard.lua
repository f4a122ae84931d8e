--- # A billiard
---
--- Four discs without friction between four walls. Every collision keeps e of the
--- approach; between two of them all velocities are constant.

local perp = require "perp"
local planar = require "perp.planar"
local wide = perp.param("wide", 4, "half the width of the table, m")
local speed = perp.param("speed", 3, "of the first disc, m/s")

local world = planar.world { gravity = { 0, 0 }, ground = false }
world:wall { name = "left", point = { -wide, 0 }, normal = { 1, 0 } }
world:wall { name = "right", point = { wide, 0 }, normal = { -1, 0 } }
world:wall { name = "low", point = { 0, -1 }, normal = { 0, 1 } }
world:wall { name = "high", point = { 0, 1 }, normal = { 0, -1 } }
local places = { { -2, 0.125 }, { 0, 0 }, { 1, 0.375 }, { 1.5, -0.5 } }
local start = {}
for i, at in ipairs(places) do
  world:disc { name = "d" .. i, mass = i, radius = 0.25 }
  start["d" .. i] = { at = at }
end
start.d1.velocity = { speed, 0.25 }

local q, v = world:state(start)
return { system = world:system(), h = 1 / 50, T = 4, e = perp.param("e", 0.9,
  "what a collision keeps of the approach"), q = q, v = v }
