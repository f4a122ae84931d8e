--- # Five dominoes
---
--- The first is pushed; each turns about its edge until it hits the next.

local perp = require "perp"
local planar = require "perp.planar"
local gap = perp.param("gap", 0.25, "between two dominoes, m")
local spin = perp.param("spin", -1.5, "of the first at the start, rad/s")
local tall = perp.param("tall", 1, "height, m")
local thick = 0.2

local world = planar.world { mu = perp.param("mu", 0.6, "friction") }
local start = {}
for i = 1, 5 do
  world:box { name = "d" .. i, mass = 1, width = thick, height = tall }
  start["d" .. i] = { at = { i * (thick + gap), tall / 2 } }
end
start.d1.spin = spin -- about its right lower edge
start.d1.velocity = { -spin * tall / 2, spin * -thick / 2 }

local q, v = world:state(start)
return { system = world:system(), h = 1 / 400, T = 2.5, alpha = 1, q = q, v = v,
  tolerance = 1e-4, watch = { "kinetic" } }
