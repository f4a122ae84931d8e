--- # Which parts of the bodies in the plane can touch
--
--- A body brings parts: a point, a disc, a box as faces, corners (four of a box, two
--- of a rod, those of a polygon), the hull of a box or a rod, which round things
--- touch, the ends of a capsule and its hull, which everything touches, the faces of a
--- polygon, and its rim, which round things touch. What is bound to what stands in touching.lua.

local core = require "perp.core"
core.library()
local never = require "perp.never"
local touching = require "perp.touching"

local function corners(put, list)
  for i, p in ipairs(list) do
    put("corner", { p[1], p[2] }, "." .. i)
  end
end

local function parts(body, put)
  local f = body.form
  if body.kind == "point" then
    put("point", {})
  elseif body.kind == "disc" then
    put("disc", { f.radius })
  elseif body.kind == "rod" then
    local l = f.length / 2
    corners(put, { { -l, 0 }, { l, 0 } })
    put("hull", { l, 0, 0 })
  elseif body.kind == "box" then
    local a, b = f.width / 2, f.height / 2
    put("box", { a, b })
    corners(put, { { -a, -b }, { a, -b }, { a, b }, { -a, b } })
    put("hull", { a, b, 0 })
  elseif body.kind == "capsule" then
    local l, r = f.length / 2, f.radius
    put("end", { -l, 0, r }, ".1")
    put("end", { l, 0, r }, ".2")
    put("round", { l, 0, r })
  else
    local m, rim = #body.vertices, { table.unpack(body.faces) }
    for _, p in ipairs(body.vertices) do
      table.move(p, 1, 2, #rim + 1, rim)
    end
    put("polygon" .. m, body.faces)
    corners(put, body.vertices)
    put("rim" .. m, rim)
  end
end

local grounded = { point = "point_ground", disc = "disc_ground",
  corner = "corner_ground", ["end"] = "end_ground" }
local touches = { disc = { disc = "disc_disc", point = "point_disc" },
  box = { point = "point_box", corner = "corner_box" },
  hull = { disc = "disc_hull", ["end"] = "end_hull" },
  round = { point = "point_hull", disc = "disc_hull",
    corner = "corner_hull", ["end"] = "end_hull" } }
for m = 3, 32 do
  touches["polygon" .. m] = { point = "point_polygon" .. m,
    corner = "corner_polygon" .. m }
  touches["rim" .. m] = { disc = "disc_polygon" .. m,
    ["end"] = "end_polygon" .. m }
end

--- The bindings of a world, its contacts with walls that move, and the shapes of it
--- that can never touch.
return function(w, kinds)
  local list, moving = touching.bindings(w, parts, kinds, grounded, touches)
  return list, moving, never.of(w, touching.shapes(parts), touches, grounded)
end
