-- Shapes that can never touch, against a table by hand; who is not named; and
-- that a pair is named exactly when its world makes no contact for it.
local planar, spatial = require "perp.planar", require "perp.spatial"

local function said(world)
  local list = world:system().never
  table.sort(list)
  return table.concat(list, "; ")
end

local function is(world, want)
  local got = said(world)
  assert(got == want, ("'%s' is said, not '%s'"):format(got, want))
end

-- ## Every two shapes of the plane, and of space

local flat = {
  point = function(w, name) return w:point { name = name, mass = 1 } end,
  disc = function(w, name)
    return w:disc { name = name, mass = 1, radius = 1 }
  end,
  rod = function(w, name) return w:rod { name = name, mass = 1, length = 1 } end,
  box = function(w, name)
    return w:box { name = name, mass = 1, width = 1, height = 1 }
  end,
  capsule = function(w, name)
    return w:capsule { name = name, mass = 1, length = 1, radius = 1 }
  end,
  polygon = function(w, name)
    return w:polygon { name = name, mass = 1,
      vertices = { { 0, 0 }, { 1, 0 }, { 0, 1 } } }
  end,
}
local solid = {
  point = flat.point, rod = flat.rod,
  sphere = function(w, name)
    return w:sphere { name = name, mass = 1, radius = 1 }
  end,
  box = function(w, name)
    return w:box { name = name, mass = 1, size = { 1, 1, 1 } }
  end,
  body = function(w, name)
    return w:body { name = name, mass = 1, inertia = { 1, 1, 1 } }
  end,
  corners = function(w, name)
    return w:body { name = name, mass = 1, inertia = { 1, 1, 1 },
      corners = { { 1, 0, 0 } } }
  end,
}

-- Pairs that doc/02-bodies.md calls contacts.
local touch = {
  [flat] = { "point disc", "disc disc", "box point", "box rod", "box box",
    "disc box", "disc rod", "capsule point", "capsule disc", "capsule rod",
    "capsule box", "capsule capsule", "polygon point", "polygon rod",
    "polygon box", "polygon polygon", "polygon capsule", "polygon disc" },
  [solid] = { "point sphere", "sphere sphere", "box point", "box sphere",
    "box rod", "box box", "rod sphere", "box corners" },
}

local function every(shapes, new)
  local meets = {}
  for _, pair in ipairs(touch[shapes]) do
    local a, b = pair:match("(%w+) (%w+)")
    meets[a .. b], meets[b .. a] = true, true
  end
  for a, one in pairs(shapes) do
    for b, other in pairs(shapes) do
      local w = new { ground = false }
      one(w, "A")
      other(w, "B")
      local silent = meets[a .. b] or a == "point" and b == "point"
      local function kind(x)
        return x == "corners" and "body" or x
      end
      is(w, silent and "" or ("%s 'A' and %s 'B'"):format(kind(a), kind(b)))
      local contacts = #w:system().bindings > 0
      assert(contacts == (meets[a .. b] or false), a .. " and " .. b)
    end
  end
end

every(flat, planar.world)
every(solid, spatial.world)
print("ok every two shapes")

-- ## Who is not named

do
  local w = planar.world { collide = false }
  flat.rod(w, "A")
  flat.rod(w, "B")
  is(w, "")
  w = planar.world {}
  local a, b = flat.rod(w, "A"), flat.rod(w, "B")
  local pin = { "pin", a = a, b = b }
  w:revolute(pin)
  is(w, "")
  flat.rod(w, "C") -- is joined to nobody
  is(w, "rod 'A' and rod 'C', and another pair")
  w:ignore("B", "C")
  is(w, "rod 'A' and rod 'C'")
  w:ignore(a, "C")
  is(w, "")
  w = planar.world {}
  pin.a, pin.b, pin.collide = flat.rod(w, "A"), flat.rod(w, "B"), true
  w:revolute(pin)
  is(w, "rod 'A' and rod 'B'")
  w = spatial.world {}
  a, b = solid.sphere(w, "A"), solid.corners(w, "B")
  w:spherical { "pin", a = b, b = a }
  is(w, "")
  w = planar.world {}
  a, b = flat.rod(w, "A"), flat.rod(w, "B")
  w:spring { "spring", a = a, b = b, rest = 1,
    stiffness = 1 }
  is(w, "rod 'A' and rod 'B'") -- a spring keeps nobody away
end
print("ok who is not named")

-- ## How many, and the ground

do
  local w = planar.world {}
  for i = 1, 3 do
    flat.disc(w, "D" .. i)
    flat.rod(w, "R" .. i)
    flat.point(w, "P" .. i)
  end
  is(w, "rod 'R1' and point 'P1', and 8 more pairs; " ..
    "rod 'R1' and rod 'R2', and 2 more pairs")
  w = planar.world {}
  flat.rod(w, "R")
  flat.point(w, "A")
  flat.point(w, "B")
  is(w, "rod 'R' and point 'A', and another pair")
  w = spatial.world {}
  solid.body(w, "A")
  is(w, "body 'A' and ground")
  w:wall { name = "left", normal = { 1, 0, 0 } }
  solid.body(w, "B")
  w:ignore("A", "left")
  is(w, "body 'A' and body 'B'; body 'A' and ground, and another pair; " ..
    "body 'B' and left")
  w = spatial.world { ground = false }
  solid.body(w, "A")
  is(w, "")
end
print("ok how many")
