--- # What a body looks like, as points and cells
---
--- Of a body as `movie_bodies` describes it: points in the body's own directions,
--- from its centre, and cells of them, lists of indices from 0. A cell of one index
--- is a point, one of `lines` a chain, one of `polys` a polygon.

local core = require "perp.core"
core.library()

local outline = {}

local around = 32 -- corners of a circle

local function circle(x, r)
  local list = {}
  for i = 0, around - 1 do
    local a = 2 * math.pi * i / around
    list[i + 1] = { x, r * core.cos(a), r * core.sin(a) }
  end
  return list
end

local function ring(first, n)
  local list = {}
  for i = 1, n do
    list[i] = first + i - 1
  end
  return list
end

--- In the plane: a polygon, a segment, a point. All of them are convex.
local function plane(body)
  local points = body.corners
  if body.kind == "point" then
    return { points = { { 0, 0, 0 } }, verts = { { 0 } } }
  elseif body.kind == "rod" then
    local l = body.length / 2
    return { points = { { -l, 0, 0 }, { l, 0, 0 } }, lines = { { 0, 1 } } }
  elseif body.kind == "box" then
    local a, b = body.size[1] / 2, body.size[2] / 2
    points = { { -a, -b }, { a, -b }, { a, b }, { -a, b } }
  elseif body.kind == "disc" then
    points = {}
    for i, p in ipairs(circle(0, body.radius)) do
      points[i] = { p[2], p[3] }
    end
  end
  local out = {}
  for i, p in ipairs(points) do
    out[i] = { p[1], p[2], 0 }
  end
  return { points = out, polys = { ring(0, #out) } }
end

--- A box by its six faces; corner 4 i + 2 j + k has the signs of i, j, k.
local function box(size)
  local points = {}
  for i = -1, 1, 2 do
    for j = -1, 1, 2 do
      for k = -1, 1, 2 do
        points[#points + 1] = { i * size[1] / 2, j * size[2] / 2,
          k * size[3] / 2 }
      end
    end
  end
  return { points = points, polys = { { 0, 1, 3, 2 }, { 4, 6, 7, 5 },
    { 0, 4, 5, 1 }, { 2, 3, 7, 6 }, { 0, 2, 6, 4 }, { 1, 5, 7, 3 } } }
end

--- A sphere by circles of latitude, and triangles at its two poles.
local function sphere(r)
  local bands = around // 4
  local points, polys = { { -r, 0, 0 } }, {}
  for k = 1, bands - 1 do
    local a = math.pi * k / bands
    table.move(circle(-r * core.cos(a), r * core.sin(a)), 1, around,
      #points + 1, points)
  end
  points[#points + 1] = { r, 0, 0 }
  for k = 0, bands - 2 do
    for i = 0, around - 1 do
      local j, at = (i + 1) % around, 1 + around * k
      if k == 0 then
        polys[#polys + 1] = { 0, at + j, at + i }
      end
      polys[#polys + 1] = k < bands - 2 and { at + i, at + j, at + around + j,
        at + around + i } or { at + i, at + j, #points - 1 }
    end
  end
  return { points = points, polys = polys }
end

--- A cylinder by its two rims and the faces between, a disc by its one. Of what is
--- closed every face is seen counterclockwise from outside.
local function wheel(rims)
  local polys = { ring(0, around) }
  if #rims > around then
    polys = { {}, ring(around, around) }
    for i = 1, around do
      polys[1][i] = around - i
    end
    for i = 0, around - 1 do
      local j = (i + 1) % around
      polys[#polys + 1] = { i, j, around + j, around + i }
    end
  end
  return { points = rims, polys = polys }
end

--- A body with corners of its own is drawn by them; its faces are not known.
local function space(body)
  if body.kind == "rod" then
    local l = body.length / 2
    return { points = { { -l, 0, 0 }, { l, 0, 0 } }, lines = { { 0, 1 } } }
  elseif body.kind == "box" then
    return box(body.size)
  elseif body.kind == "sphere" then
    return sphere(body.radius)
  elseif body.kind == "disc" or body.kind == "cylinder" then
    return wheel(body.corners)
  end
  local points, verts = body.corners or { { 0, 0, 0 } }, {}
  for i = 1, #points do
    verts[i] = { i - 1 }
  end
  return { points = points, verts = verts }
end

--- Points and cells of all bodies of a picture; `body` says whose a point is.
function outline.of(picture)
  local all = { points = {}, body = {}, verts = {}, lines = {}, polys = {} }
  for i, body in ipairs(picture.bodies) do
    local one = (picture.dimension == 2 and plane or space)(body)
    local at = #all.points
    for k, p in ipairs(one.points) do
      all.points[at + k], all.body[at + k] = p, i
    end
    for _, sort in ipairs { "verts", "lines", "polys" } do
      for _, cell in ipairs(one[sort] or {}) do
        local moved = {}
        for k, index in ipairs(cell) do
          moved[k] = index + at
        end
        all[sort][#all[sort] + 1] = moved
      end
    end
  end
  return all
end

return outline
