--- # Which parts of the bodies in space can touch
--
--- A body brings parts: a point, a sphere, the faces of a box, corners (eight of
--- a box, two of a rod, those that a body lists), rims (one of a disc, two of a
--- cylinder), edges (twelve of a box), the
--- line of a rod, and the hull of both, which spheres touch. What is bound to what
--- stands in touching.lua.

local core = require "perp.core"
core.library()
local never = require "perp.never"
local touching = require "perp.touching"

--- ## Parts

local function corners_of_box(half)
  local list = {}
  for i = 0, 7 do
    list[i + 1] = { (i & 1 == 0 and -1 or 1) * half[1],
      (i & 2 == 0 and -1 or 1) * half[2], (i & 4 == 0 and -1 or 1) * half[3] }
  end
  return list
end

--- Along each axis k four edges, with the signs of the other two sides: middle,
--- half vector, the normals of its two faces, depth (half the least side).
local function edges_of_box(half)
  local list, depth = {}, math.min(half[1], half[2], half[3])
  for k = 1, 3 do
    local i, j = k % 3 + 1, (k + 1) % 3 + 1
    for _, s in ipairs { { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 } } do
      local p = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, depth }
      p[i], p[j], p[3 + k] = s[1] * half[i], s[2] * half[j], half[k]
      p[6 + i], p[9 + j] = s[1], s[2]
      list[#list + 1] = p
    end
  end
  return list
end

local function parts(body, put)
  local form = body.form
  if body.kind == "point" then
    put("point", {})
  elseif body.kind == "sphere" then
    put("sphere", { form.radius })
  elseif body.kind == "disc" then
    put("rim", { form.radius, 0 })
  elseif body.kind == "cylinder" then
    put("rim", { form.radius, -form.length / 2 }, ".1")
    put("rim", { form.radius, form.length / 2 }, ".2")
  elseif body.kind == "rod" then
    local l = form.length / 2
    put("corner", { -l, 0, 0 }, ".1")
    put("corner", { l, 0, 0 }, ".2")
    put("hull", { l, 0, 0 })
    put("line", { 0, 0, 0, l, 0, 0, 0, 0, 0, 0, 0, 0, 0 })
  elseif body.kind == "box" then
    local half = { form.size[1] / 2, form.size[2] / 2, form.size[3] / 2 }
    put("box", half)
    put("hull", half)
    for i, p in ipairs(corners_of_box(half)) do
      put("corner", p, "." .. i)
    end
    for i, p in ipairs(edges_of_box(half)) do
      put("edge", p, ".e" .. i)
    end
  end
  for i, p in ipairs(form.corners or {}) do
    put("corner", p, "." .. i)
  end
end

--- ## Pairs

local grounded = { point = "point-ground", sphere = "sphere-ground",
  corner = "corner-ground", rim = "rim-ground" }
local touches = {
  sphere = { sphere = "sphere-sphere", point = "point-sphere" },
  hull = { sphere = "sphere-box" },
  box = { point = "point-box", corner = "corner-box" },
  edge = { edge = "edge-edge", line = "edge-edge" } }

--- The bindings of a world, its contacts with walls that move, and the shapes of it
--- that can never touch.
return function(w)
  local list, moving = touching.bindings(w, parts, w.kinds, grounded, touches)
  return list, moving, never.of(w, touching.shapes(parts), touches, grounded)
end
