-- Every joint of lua/perp/joints.lua: Theta and nu v at random states against
-- formulas by hand; and one step of each from rest against the closed form of
-- its acceleration.
local perp = require "perp"
local planar, spatial = require "perp.planar", require "perp.spatial"
local root = os.getenv("PERP_SOURCE") or "."
local hand = dofile(root .. "/verify/scene/spatial_hand.lua")
local dot, cross, sum, times = hand.dot, hand.cross, hand.sum, hand.times
local near = hand.near

local seed = tonumber(os.getenv("PERP_SEED")) or 7
print("seed " .. seed)
math.randomseed(seed)
local function random()
  return 4 * math.random() - 2
end

-- by_hand(q, v) gives Theta and its rate nu v.
local function compare(name, system, nq, nv, by_hand)
  for _ = 1, 40 do
    local q, v = hand.state(nq, nv, random)
    local theta, nu = probe_joints(system.core, q, v)
    local value, rate = by_hand(q, v)
    assert(#theta == #value, name .. ": number of equations")
    for i = 1, #value do
      near(theta[i], value[i], ("%s, equation %d"):format(name, i))
      near(hand.apply(nu[i], v), rate[i], ("%s, rate %d"):format(name, i))
    end
  end
end

-- ## In the plane

local sin, cos = math.sin, math.cos

local function flat(q, v, at, p)
  local c, s = cos(q[at + 2]), sin(q[at + 2])
  local rx, ry = c * p[1] - s * p[2], s * p[1] + c * p[2]
  return { x = q[at] + rx, y = q[at + 1] + ry, vx = v[at] - v[at + 2] * ry,
    vy = v[at + 1] + v[at + 2] * rx, th = q[at + 2], w = v[at + 2], c = c,
    s = s }
end

local function two(joint)
  local w = planar.world { ground = false, collide = false }
  local a = w:rod { name = "a", mass = 1, length = 2 }
  local b = w:box { name = "b", mass = 2, width = 1, height = 2 }
  joint(w, a, b)
  return w:system()
end

local at, on = { 0.5, -0.25 }, { -0.75, 1 }
compare("planar revolute", two(function(w, a, b)
  w:revolute { "pin", a = a, at = at, b = b, on = on }
end), 6, 6, function(q, v)
  local a, b = flat(q, v, 1, at), flat(q, v, 4, on)
  return { a.x - b.x, a.y - b.y }, { a.vx - b.vx, a.vy - b.vy }
end)

-- On the line of b's direction (3, 4)/5: the distance from it is measured in b's
-- own directions, and its rate against a b that turns.
compare("planar prismatic", two(function(w, a, b)
  w:prismatic { "rail", a = a, at = at, b = b, on = on, axis = { 3, 4 },
    angle = 0.25 }
end), 6, 6, function(q, v)
  local a, b = flat(q, v, 1, at), flat(q, v, 4, on)
  local mx, my = b.c * -0.8 - b.s * 0.6, b.s * -0.8 + b.c * 0.6
  local dx, dy = a.x - b.x, a.y - b.y
  local ux, uy = a.vx - b.vx + b.w * dy, a.vy - b.vy - b.w * dx
  return { mx * dx + my * dy, a.th - b.th - 0.25 },
    { mx * ux + my * uy, a.w - b.w }
end)

compare("planar fixed", two(function(w, a, b)
  w:fixed { "weld", a = a, at = at, b = b, on = on, angle = -1 }
end), 6, 6, function(q, v)
  local a, b = flat(q, v, 1, at), flat(q, v, 4, on)
  return { a.x - b.x, a.y - b.y, a.th - b.th + 1 },
    { a.vx - b.vx, a.vy - b.vy, a.w - b.w }
end)

-- ## In space

local function pair(joint)
  local w = spatial.world { ground = false, collide = false }
  local a = w:rod { name = "a", mass = 1, length = 2 }
  local b = w:box { name = "b", mass = 2, size = { 1, 2, 3 } }
  joint(w, a, b)
  return w:system()
end

local p, r = { 0.5, -0.25, 1 }, { -0.75, 1, 0.5 }

local function bodies(q, v)
  local a, b = hand.body(q, v, 1, 1), hand.body(q, v, 8, 7)
  return a, b, sum(hand.place(a, p), hand.place(b, r), -1),
    sum(hand.velocity(a, p), hand.velocity(b, r), -1)
end

-- The direction d of a body in the world, and how it turns: R (w x d).
local function direction(body, d)
  return hand.turn(body.q, d), hand.turn(body.q, cross(body.w, d))
end

local function product(a, d, b, e)
  local x, dx = direction(a, d)
  local y, dy = direction(b, e)
  return dot(x, y), dot(dx, y) + dot(x, dy)
end

compare("spherical", pair(function(w, a, b)
  w:spherical { "ball", a = a, at = p, b = b, on = r }
end), 14, 12, function(q, v)
  local _, _, d, u = bodies(q, v)
  return d, u
end)

-- Against the axis (0, 3, 4)/5 of b: tangents (0, -4, 3)/5 and (1, 0, 0).
local s1, s2 = { 0, -0.8, 0.6 }, { 1, 0, 0 }
compare("revolute", pair(function(w, a, b)
  w:revolute { "hinge", a = a, at = p, axis = { 0, 0, 2 }, b = b, on = r,
    against = { 0, 3, 4 } }
end), 14, 12, function(q, v)
  local a, b, d, u = bodies(q, v)
  d[4], u[4] = product(a, { 0, 0, 1 }, b, s1)
  d[5], u[5] = product(a, { 0, 0, 1 }, b, s2)
  return d, u
end)

-- The columns of the turn by the quaternion (1, 2, 0, 2)/3.
local turned = {}
for i = 1, 3 do
  turned[i] = hand.turn({ 1, 2, 0, 2 }, { i == 1 and 1 or 0, i == 2 and 1 or 0,
    i == 3 and 1 or 0 })
end

local function relative(a, b, d, u, from)
  for i, k in ipairs { 2, 3, 1 } do
    d[from + i], u[from + i] = product(a, { i == 1 and 1 or 0, i == 2 and 1 or
      0, i == 3 and 1 or 0 }, b, turned[k])
  end
end

compare("prismatic", pair(function(w, a, b)
  w:prismatic { "rail", a = a, at = p, b = b, on = r, axis = { 0, 3, 4 },
    turn = { 1, 2, 0, 2 } }
end), 14, 12, function(q, v)
  local a, b, d, u = bodies(q, v)
  local theta, rate = {}, {}
  for i, s in ipairs { s1, s2 } do
    local x, dx = direction(b, s)
    theta[i], rate[i] = dot(d, x), dot(u, x) + dot(d, dx)
  end
  relative(a, b, theta, rate, 2)
  return theta, rate
end)

compare("fixed", pair(function(w, a, b)
  w:fixed { "weld", a = a, at = p, b = b, on = r, turn = { 1, 2, 0, 2 } }
end), 14, 12, function(q, v)
  local a, b, d, u = bodies(q, v)
  relative(a, b, d, u, 3)
  return d, u
end)

-- Where the turns agree, the three equations hold and their rates are the three
-- components of the difference of the angular velocities.
do
  local w = spatial.world { ground = false }
  local a = w:body { name = "a", mass = 1, inertia = { 1, 1, 1 } }
  w:fixed { "weld", a = a }
  local theta, nu = probe_joints(w:system().core, { 0, 0, 0, 3, 0, 0, 0 },
    { 0, 0, 0, 0, 0, 0 })
  for i, k in ipairs { 6, 4, 5 } do
    assert(theta[3 + i] == 0 and nu[3 + i][k] == 1, "weld to the world")
  end
end

-- ## One step from rest: v+ = h times the acceleration

local function step(w, q, v)
  return perp.simulate { system = w:system(), q = q, v = v, alpha = 1, h = 0.01,
    T = 0.01 }
end

-- A rod pinned to the world at one end: w' = m g d / (I + m d^2) = 3 g / (2 l).
local g, h = 9.81, 0.01
do
  local w = planar.world { ground = false }
  local a = w:rod { mass = 3, length = 2 }
  w:revolute { "pin", a = a, at = { -1, 0 } }
  local run = step(w, { 1, 0, 0 }, { 0, 0, 0 })
  near(run["v.th"][2], -h * 3 * g / 4, "planar pendulum")
end

for _, name in ipairs { "revolute", "spherical" } do
  local w = spatial.world { ground = false }
  local a = w:rod { mass = 3, length = 2, radius = 0.5 }
  w[name](w, { "pin", a = a, at = { -1, 0, 0 },
    axis = name == "revolute" and { 0, 1, 0 } or nil })
  local q, v = w:state { at = { 1, 0, 0 } }
  local run = step(w, q, v)
  local I = 3 * (3 * 0.25 + 4) / 12
  near(run["v.wy"][2], h * 3 * g / (I + 3), "pendulum in space")
  near(run["v.vz"][2], -h * 3 * g / (I + 3), "its centre")
end

-- A slide along (3, 4)/5 of the plane: g 4/5 down it; in space along (2, 1, 2)/3.
do
  local w = planar.world { ground = false }
  local a = w:box { mass = 3, width = 1, height = 2 }
  w:prismatic { "rail", a = a, axis = { 3, 4 } }
  local run = step(w, { 0, 0, 0 }, { 0, 0, 0 })
  near(run["v.x"][2], -h * g * 0.8 * 0.6, "slide, x")
  near(run["v.y"][2], -h * g * 0.8 * 0.8, "slide, y")
  near(run["v.th"][2], 0, "slide, th")
  w = spatial.world { ground = false }
  a = w:box { mass = 3, size = { 1, 2, 3 } }
  w:prismatic { "rail", a = a, axis = { 2, 1, 2 }, turn = { 1, 1, 1, 1 } }
  local q, v = w:state { turn = { 1, 1, 1, 1 } }
  run = step(w, q, v)
  near(run["v.vx"][2], -h * g * 2 / 3 * 2 / 3, "slide in space, x")
  near(run["v.vy"][2], -h * g * 2 / 3 * 1 / 3, "slide in space, y")
  near(run["v.wx"][2], 0, "slide in space, turn")
end

-- Two bodies welded and thrown at rest fall as one; welded to the world, none.
do
  local w = spatial.world { ground = false, collide = false }
  local a = w:box { name = "a", mass = 3, size = { 1, 2, 3 } }
  local b = w:sphere { name = "b", mass = 1, radius = 0.5 }
  w:fixed { "weld", a = a, at = { 1, 0, 0 }, b = b }
  local q, v = w:state { b = { at = { 1, 0, 0 } } }
  local run = step(w, q, v)
  for _, name in ipairs { "a", "b" } do
    near(run["v." .. name .. ".vz"][2], -h * g, "weld, fall")
    near(run["v." .. name .. ".wy"][2], 0, "weld, turn")
  end
  w = planar.world { ground = false }
  a = w:box { mass = 3, width = 1, height = 2 }
  w:fixed { "weld", a = a, angle = 0.5 }
  run = step(w, { 0, 0, 0.5 }, { 0, 0, 0 })
  near(run["v.y"][2], 0, "planar weld to the world")
end

-- ## What must be refused

local function refused(text, make)
  local fine, message = pcall(make)
  assert(not fine and tostring(message):find(text, 1, true),
    ("%s: %s"):format(text, tostring(message)))
end

local w = planar.world {}
local body = w:point { name = "p", mass = 1 }
local other = w:box { name = "o", mass = 1, width = 1, height = 1 }
refused("must be a body", function() w:revolute { "x", a = {} } end)
refused("must be a body", function() w:revolute { "x", b = other } end)
refused("unknown key 'axes'", function()
  w:prismatic { "x", a = other, axes = { 1, 0 } }
end)
refused("list of 2", function() w:revolute { "x", a = other, at = { 1 } } end)
refused("axis must not be zero", function()
  w:prismatic { "x", a = other, axis = { 0, 0 } }
end)
refused("mass point", function() w:fixed { "x", a = other, b = body } end)
refused("mass point", function()
  w:revolute { "x", a = body, at = { 1, 0 }, b = other }
end)
refused("name, a = body", function() w:revolute { a = body } end)
w = spatial.world {}
other = w:box { name = "o", mass = 1, size = { 1, 1, 1 } }
refused("turn must not be zero", function()
  w:fixed { "x", a = other, turn = { 0, 0, 0, 0 } }
end)
refused("even number", function() spatial.world { directions = 5 } end)
refused("list of 3", function() w:box { mass = 1, size = { 1, 2 } } end)
refused("positive number", function() w:sphere { mass = 1, radius = -1 } end)
refused("normal must not be zero", function()
  spatial.world { ground = { normal = { 0, 0, 0 } } }
end)
refused("unknown key 'att'", function() w:state { o = { att = {} } } end)
refused("unknown key 'b'", function() w:state { b = {} } end)
refused("names no velocities", function()
  local kind = perp.kind { name = "k", coords = { 0, 1 },
    contact = function(_, q, _, v) return q[1], { v[1] } end }
  perp.system { coordinates = { "x" }, velocities = { "u" }, mass = { { 1 } },
    rates = { { 1 } }, bindings = { perp.bind { kind = kind,
      sideA = perp.side { {} }, sideB = perp.side { { coords = { "x" } } } } } }
end)
refused("velocity 'w' that there is not", function()
  local kind = perp.kind { name = "k", coords = { 0, 1 },
    contact = function(_, q, _, v) return q[1], { v[1] } end }
  perp.system { coordinates = { "x" }, velocities = { "u" }, mass = { { 1 } },
    rates = { { 1 } }, bindings = { perp.bind { kind = kind,
      sideA = perp.side { {} },
      sideB = perp.side { { coords = { "x" }, vels = { "w" } } } } } }
end)
refused("rates = { A, B }", function()
  perp.kind { name = "k", coords = { 0, 2 }, vels = { 0, 1 },
    contact = function(_, q, _, v) return q[1], { v[1] } end }
end)
