--- # Convex polygons
--
--- From vertices p_i, counterclockwise, with c_i = p_i x p_(i+1): twice the area is
--- the sum of c_i, the centre is the sum of c_i (p_i + p_(i+1)) over three times that,
--- and the second moment about the centre, over the area, is
---
---     I/m = sum c_i (p_i.p_i + p_i.p_(i+1) + p_(i+1).p_(i+1)) / (6 sum c_i),
---
--- the p_i being counted from the centre.

local core = require "perp.core"
core.library()
local perp = require "perp"
local record = require "perp.record"
local given = require "perp.given"

local function cross(a, b)
  return a[1] * b[2] - a[2] * b[1]
end

local function sums(list)
  local area, x, y, square = 0, 0, 0, 0
  for i, p in ipairs(list) do
    local q = list[i % #list + 1]
    local c = cross(p, q)
    area, x, y = area + c, x + c * (p[1] + q[1]), y + c * (p[2] + q[2])
    square = square + c * (p[1] * p[1] + p[1] * q[1] + q[1] * q[1] +
      p[2] * p[2] + p[2] * q[2] + q[2] * q[2])
  end
  return area, x, y, square
end

--- Every corner turns left, and all of them once around.
local function convex(list, what)
  local around = 0
  for i, p in ipairs(list) do
    local q, r = list[i % #list + 1], list[(i + 1) % #list + 1]
    local a, b = { q[1] - p[1], q[2] - p[2] }, { r[1] - q[1], r[2] - q[2] }
    if not (cross(a, b) > 0) then
      record.fail(("%s: vertices go counterclockwise around a convex " ..
        "polygon, but not at vertex %d"):format(what, i % #list + 1),
        "vertices")
    end
    local up = a[2] >= 0 and b[2] < 0
    around = around + (up and 1 or 0)
  end
  if around ~= 1 then
    record.fail(what .. ": the vertices go around more than once", "vertices")
  end
end

--- The vertices from the centre, the faces as a list of n_x, n_y, d, and I/m.
return function(t, what)
  local points = given.points(t, "vertices", 2, what, 3)
  if #points > 32 then
    record.fail(what .. ": at most 32 vertices are possible", "vertices")
  end
  convex(points, what)
  local area, x, y = sums(points)
  local list, faces = {}, {}
  for i, p in ipairs(points) do
    list[i] = { p[1] - x / (3 * area), p[2] - y / (3 * area) }
  end
  for i, p in ipairs(list) do
    local q = list[i % #list + 1]
    local nx, ny = q[2] - p[2], p[1] - q[1]
    local length = perp.sqrt(nx * nx + ny * ny)
    nx, ny = nx / length, ny / length
    table.move({ nx, ny, nx * p[1] + ny * p[2] }, 1, 3, #faces + 1, faces)
  end
  local _, _, _, square = sums(list)
  return list, faces, square / (6 * area)
end
