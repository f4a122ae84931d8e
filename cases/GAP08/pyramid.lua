--- # A pyramid of twelve
---
--- Rows of five, four and three boxes stand on each other, at rest. Each row bears
--- what is above it. Boxes that are no neighbours have no contacts.

local perp = require "perp"
local planar = require "perp.planar"
local width = perp.param("width", 1, "of a box, m")
local mass = perp.param("mass", 1, "of a box, kg")
local height, pitch = 0.5, width + 0.1

local world = planar.world { mu = perp.param("mu", 0.4, "friction") }
local start = {}
for row = 1, 3 do
  for i = 1, 6 - row do
    local box = world:box { name = ("r%db%d"):format(row, i), mass = mass,
      width = width, height = height }
    start[box.name] = { at = { (i + row / 2) * pitch, (row - 0.5) * height } }
    for _, other in ipairs(world.bodies) do
      local at, to = start[box.name].at, start[other.name].at
      if math.abs(at[1] - to[1]) > 1.2 * pitch or at[2] - to[2] > 1.2 * height then
        world:ignore(box, other)
      end
    end
  end
end

local q, v = world:state(start)
return { system = world:system(), h = 0.01, T = 1, q = q, v = v,
  reference = function() return { q = q, v = v } end } -- it stands
