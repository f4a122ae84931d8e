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
local q, v, names = {}, {}, {}
for i = 1, count do
  local name = ("b%02d"):format(i)
  local column, row = (i - 1) % columns, (i - 1) // columns
  names[i] = name
  world:box { name = name, width = width, height = height,
    mass = i % 2 == 0 and ratio or 1 }
  q[name .. ".x"] = (column + row % 2 / 2) * (width + height * tilt) * 1.05
  q[name .. ".y"] = drop + (row + 0.5) * (height + width * tilt) * 1.05
  q[name .. ".th"] = tilt * scattered(i, 1)
  v[name .. ".x"], v[name .. ".y"], v[name .. ".th"] = 0, 0, 0
end

--- The outline of a box in row l of a run.
local function outline(run, name, l)
  local x, y = {}, {}
  local c, s = math.cos(run["q." .. name .. ".th"][l]),
    math.sin(run["q." .. name .. ".th"][l])
  for k, sign in ipairs { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 },
    { -1, -1 } } do
    local a, b = sign[1] * width / 2, sign[2] * height / 2
    x[k] = run["q." .. name .. ".x"][l] + a * c - b * s
    y[k] = run["q." .. name .. ".y"][l] + a * s + b * c
  end
  return x, y
end

local function picture(run, l)
  local series = {}
  for i, name in ipairs(names) do
    local x, y = outline(run, name, l)
    series[i] = { x = x, y = y, color = i % 2 + 1 }
  end
  return { series = series, equal = true, legend = "none", xlabel = "x (m)",
    ylabel = "y (m)", title = ("t = %.2f s"):format(run.t[l]) }
end

local function row_at(run, t)
  for l, x in ipairs(run.t) do
    if x >= t then
      return l
    end
  end
  return #run.t
end

return {
  system = world:system(), q = q, v = v, h = h, T = T,
  alpha = perp.param("alpha", 1, "weight of the new velocity"),
  tolerance = perp.param("tolerance", 0.001, "a contact this far open is " ..
    "closed, m"),
  clock = perp.param("clock", "collision",
    "after a collision: collision time or uniform grid"),
  figures = function(run)
    local panels = {}
    for k = 0, 3 do
      panels[#panels + 1] = picture(run, row_at(run, T * k / 3))
    end
    panels[5] = { x = run.t, y = run.kinetic, columns = 2, xlabel = "t (s)",
      ylabel = "kinetic energy (J)" }
    return { { name = "pile", columns = 2, height = 900,
      title = ("%d boxes fall into a pile"):format(count), panels = panels } }
  end,
}
