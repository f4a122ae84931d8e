--- # A crank drives a slider with friction
---
--- A torque turns the crank, the rod pulls and pushes a block that slides on the
--- ground. The block's weight and what the rod presses decide the friction. Links that
--- are joined do not collide; crank and rod turn below the ground and ignore it.

local perp = require "perp"
local planar = require "perp.planar"
local mu = perp.param("mu", 0.3, "friction of the block on the ground")
local torque = perp.param("torque", 22, "on the crank, N m")
local rod = perp.param("rod", 3, "length of the rod, m")
local height = 0.4

local world = planar.world { mu = mu }
world:rod { name = "crank", mass = 1, length = 1,
  force = function() return { 0, 0, torque } end }
world:rod { name = "rod", mass = 2, length = rod }
world:box { name = "block", mass = 3, width = 0.6, height = height }
world:revolute { "axle", a = "crank", at = { -0.5, 0 }, on = { 0, height / 2 } }
world:revolute { "pin", a = "rod", at = { -rod / 2, 0 }, b = "crank", on = { 0.5, 0 } }
world:revolute { "wrist", a = "block", b = "rod", on = { rod / 2, 0 } }
world:ignore("crank", "ground")
world:ignore("rod", "ground")

local q = world:state { crank = { at = { 0.5, height / 2 } },
  rod = { at = { 1 + rod / 2, height / 2 } },
  block = { at = { 1 + rod, height / 2 } } }
return { system = world:system(), h = 1 / 500, T = 2, q = q, project = "joints" }
