--- # A pile
---
--- Boxes fall from a grid, tilted a little and each by another angle, and come
--- to rest as a pile. The contacts are corners against faces, all pairs of
--- boxes and the ground: of sixteen boxes, 64 + 960, of which some forty are
--- active at the end. Nothing is known about where the boxes come to lie, but
--- much about how: nothing is deeper than a multiple of h^2, the impulses of
--- all contacts and gravity add up to the momentum, each is in its cone, and
--- energy is only lost.
---
--- A contact counts as closed when it is a millimetre open. With the default of
--- 1e-10 m the boxes rock to rest through thousands of ever smaller collisions:
--- four boxes alone have 1156.
---
--- With mass ratio > 1 every other box is that much heavier.

local perp = require "perp"
local planar = require "perp.planar"
local strip = require "perp.strip"

local count = perp.param("count", 16, "number of boxes")
local columns = perp.param("columns", 4, "of the grid they fall from")
local width = perp.param("width", 0.5, "of a box, m")
local height = perp.param("height", 0.25, "of a box, m")
local drop = perp.param("drop", 0.125, "height of the lowest above the ground, m")
local tilt = perp.param("tilt", 0.25, "largest initial angle, rad")
local ratio = perp.param("ratio", 1, "mass of every other box, kg")
local mu = perp.param("mu", 0.5, "coefficient of friction")
local h = perp.param("h", 0.005, "step, s")
local T = perp.param("T", 1.5, "duration, s")

--- A number between -1 and 1 in no order, the same on every machine.
local function scattered(i, k)
  return (i * 37 + k * 61) * 29 % 101 / 50 - 1
end

local world = planar.world { mu = mu }
local q, v = {}, {}
for i = 1, count do
  local name = ("b%02d"):format(i)
  local column, row = (i - 1) % columns, (i - 1) // columns
  world:box { name = name, width = width, height = height,
    mass = i % 2 == 0 and ratio or 1 }
  q[name .. ".x"] = (column + row % 2 / 2) * (width + height * tilt) * 1.05
  q[name .. ".y"] = drop + (row + 0.5) * (height + width * tilt) * 1.05
  q[name .. ".th"] = tilt * scattered(i, 1)
  v[name .. ".x"], v[name .. ".y"], v[name .. ".th"] = 0, 0, 0
end

return {
  system = world:system(), q = q, v = v, h = h, T = T,
  alpha = perp.param("alpha", 1, "weight of the new velocity"),
  tolerance = perp.param("tolerance", 0.001, "a contact this far open is " ..
    "closed, m"),
  clock = perp.param("clock", "collision",
    "after a collision: collision time or uniform grid"),
  figures = function(run)
    local panels = strip.panels(run)
    panels[#panels + 1] = { x = run.t, y = run.kinetic, columns = 2, xlabel = "t (s)",
      ylabel = "kinetic energy (J)" }
    return { { name = "pile", columns = 2, height = 640,
      title = ("%d boxes fall into a pile"):format(count), panels = panels } }
  end,
}
