-- Every link of lua/perp/links.lua: elongation and rate at random states against
-- formulas by hand, in the plane and in space; F of bodies in space; what a
-- system may not be told about springs and measures.
local perp = require "perp"
local planar, spatial = require "perp.planar", require "perp.spatial"
local links = require "perp.links"
local root = os.getenv("PERP_SOURCE") or "."
local hand = dofile(root .. "/verify/scene/spatial_hand.lua")
local dot, cross, sum = hand.dot, hand.cross, hand.sum
local near = hand.near

local seed = tonumber(os.getenv("PERP_SEED")) or 9
print("seed " .. seed)
math.randomseed(seed)
local function random()
  return 4 * math.random() - 2
end

-- by_hand(q, v) gives elongations and their rates a'v.
local function compare(name, system, nq, nv, by_hand)
  for _ = 1, 60 do
    local q, v = hand.state(nq, nv, random)
    local phi, a = probe_springs(system.core, q)
    assert(phi, name .. ": " .. tostring(a))
    local value, rate = by_hand(q, v)
    assert(#phi == #value, name .. ": number of springs")
    for i = 1, #value do
      near(phi[i], value[i], ("%s, spring %d"):format(name, i))
      near(hand.apply(a[i], v), rate[i], ("%s, rate %d"):format(name, i))
    end
  end
end

-- ## In the plane

local function flat(q, v, at, p)
  local c, s = math.cos(q[at + 2]), math.sin(q[at + 2])
  local rx, ry = c * p[1] - s * p[2], s * p[1] + c * p[2]
  return { q[at] + rx, q[at + 1] + ry, 0 },
    { v[at] - v[at + 2] * ry, v[at + 1] + v[at + 2] * rx, 0 }
end

local function stretch(a, va, b, vb)
  local d, u = sum(a, b, -1), sum(va, vb, -1)
  return hand.length(d), dot(d, u) / hand.length(d)
end

local w = planar.world { ground = false, collide = false }
local a = w:rod { name = "a", mass = 1, length = 2 }
local b = w:box { name = "b", mass = 2, width = 1, height = 2 }
w:spring { "s", a = a, at = { 0.5, -0.25 }, b = b, on = { -0.75, 1 },
  rest = 0.5, stiffness = 7, damping = 3 }
w:damper { "d", a = b, on = { 5, 5 }, damping = 2 }
w:torsion { "t", a = a, b = b, rest = 0.25, stiffness = 11 }
local system = w:system()
compare("plane", system, 6, 6, function(q, v)
  local pa, va = flat(q, v, 1, { 0.5, -0.25 })
  local pb, vb = flat(q, v, 4, { -0.75, 1 })
  local centre, speed = flat(q, v, 4, { 0, 0 })
  local s, rate = stretch(pa, va, pb, vb)
  local d, fall = stretch(centre, speed, { 5, 5, 0 }, { 0, 0, 0 })
  return { s - 0.5, d, q[3] - q[6] - 0.25 }, { rate, fall, v[3] - v[6] }
end)
local _, _, stiffness, damping = probe_springs(system.core, { 0, 0, 0, 3, 0, 0 })
assert(stiffness[1] == 7 and stiffness[2] == 0 and stiffness[3] == 11)
assert(damping[1] == 3 and damping[2] == 2 and damping[3] == 0)

-- ## In space

w = spatial.world { gravity = { 0, 0, 0 }, ground = false, collide = false }
a = w:box { name = "a", mass = 1, size = { 1, 0.5, 0.25 } }
b = w:box { name = "b", mass = 2, size = { 1, 1, 0.25 } }
local at, on = { 0.5, 0.25, -0.5 }, { -0.5, 0.125, 1 }
w:spring { "s", a = a, at = at, b = b, on = on, rest = 1, stiffness = 5 }
w:damper { "d", a = a, on = { 6, 7, 8 }, damping = 2 }
system = w:system()

local function point(q, v, body, p)
  local x = hand.body(q, v, 7 * body - 6, 6 * body - 5)
  local r = hand.turn(x.q, p)
  return sum(x.c, r), sum(x.v, hand.turn(x.q, cross(x.w, p)))
end
compare("space", system, 14, 12, function(q, v)
  local pa, va = point(q, v, 1, at)
  local pb, vb = point(q, v, 2, on)
  local centre, speed = point(q, v, 1, { 0, 0, 0 })
  local s, rate = stretch(pa, va, pb, vb)
  local d, fall = stretch(centre, speed, { 6, 7, 8 }, { 0, 0, 0 })
  return { s - 1, d }, { rate, fall }
end)

-- The Coriolis force -k_c(v, v), k_c(v1, v2) = (0, -(I w1) x w2) with v in the
-- world's directions: no work for any second argument.
local inertia = { { 0.3125 / 12, 1.0625 / 12, 1.25 / 12 },
  { 2 * 1.0625 / 12, 2 * 1.0625 / 12, 4 / 12 } }
for _ = 1, 50 do
  local q, v = hand.state(14, 12, random)
  local _, u = hand.state(14, 12, random)
  local F, work = probe_coriolis(system.core, q, v), 0
  for body = 1, 2 do
    local i, I = 6 * body - 3, inertia[body]
    local Iw = { I[1] * v[i + 1], I[2] * v[i + 2], I[3] * v[i + 3] }
    local wanted = cross(Iw, { u[i + 1], u[i + 2], u[i + 3] })
    for k = 1, 6 do
      local got = 0
      for j = 1, 12 do
        got = got + F[(i - 4 + k) * 12 + j] * u[j]
      end
      near(got, k > 3 and wanted[k - 3] or 0, "K_c u")
      work = work + got * u[i - 3 + k]
    end
  end
  assert(math.abs(work) < 1e-13 * 100, "the Coriolis force works")
  for i = 1, 12 do
    for j = 1, 12 do
      assert(F[12 * (i - 1) + j] == -F[12 * (j - 1) + i], "antisymmetric")
    end
  end
end

-- ## The angle: a hinge turned by th, to 1e-14 and with the slope 1

for k = -155, 155 do
  local th = k / 50
  near(links.angle(math.cos(th), math.sin(th)), th, "angle")
  near(links.angle(3 * math.cos(th), 3 * math.sin(th)), th, "angle, longer")
end
w = spatial.world { gravity = { 0, 0, 0 }, ground = false, collide = false }
a = w:box { name = "a", mass = 1, size = { 1, 0.5, 0.25 } }
w:torsion { "t", a = a, axis = { 2, -1, 2 }, rest = 0.5, stiffness = 5 }
system = w:system()
for k = -15, 15 do
  local th = k / 5
  local c, s = math.cos(th / 2), math.sin(th / 2)
  local q = { 1, 2, 3, 2 * c, 2 * s * 2 / 3, -2 * s / 3, 2 * s * 2 / 3 }
  local phi, row = probe_springs(system.core, q)
  near(phi[1], th - 0.5, "torsion")
  near(hand.apply(row[1], { 1, 1, 1, 2 / 3, -1 / 3, 2 / 3 }), 1, "its rate")
end

-- ## What is refused

local function refused(text, f, ...)
  local ok, message = pcall(f, ...)
  assert(not ok and tostring(message):find(text, 1, true),
    ("'%s' wanted, got %s"):format(text, tostring(message)))
end
local function with(t)
  t.coordinates = { "x" }
  t.mass = { { 1 } }
  return perp.system(t)
end
local function spring(t)
  return function()
    return with { springs = function(q)
      local one = { elongation = q.x }
      for key, value in pairs(t) do
        one[key] = value
      end
      return { one }
    end }
  end
end
refused("stiffness = -1 is negative", spring { stiffness = -1 })
refused("damping = -2 is negative", spring { stiffness = 1, damping = -2 })
refused("spring 1 has no stiffness", spring {})
refused("stiffness must be a finite number", spring { stiffness = 1 / 0 })
refused("unknown key 'stifness'", spring { stifness = 1 })
refused("unknown key 'stiffness' in damper 1", with, { dampers = function(q)
  return { { elongation = q.x, stiffness = 1 } }
end })
refused("damper 1 has no damping", with, { dampers = function(q)
  return { { elongation = q.x } }
end })
refused("the elongation of spring 1 is missing", with,
  { springs = function() return { { stiffness = 1 } } end })
refused("occurs twice", with, { springs = function(q)
  return { { name = "s", elongation = q.x, stiffness = 1 } }
end, dampers = function(q)
  return { { name = "s", elongation = q.x, damping = 1 } }
end })
refused("the name must be a text", with, { measures = function(q)
  return { { q.x } }
end })
refused("rest wants a number", function()
  local world = planar.world()
  local p = world:point { mass = 1 }
  world:spring { "s", a = p, stiffness = 1 }
end)
refused("is a mass point", function()
  local world = planar.world()
  local p = world:point { mass = 1 }
  world:torsion { "s", a = p, stiffness = 1 }
end)
refused("world:measure { name", function()
  planar.world():measure { "m", 3 }
end)
-- where the ends meet there is no gradient
w = planar.world { ground = false }
a = w:point { name = "a", mass = 1 }
w:spring { "s", a = a, on = { 1, 1 }, rest = 0, stiffness = 1 }
local none, why = probe_springs(w:system().core, { 1, 1 })
assert(none == nil and why, "a spring without length")
