-- Every contact of lua/perp/spatial_contacts.lua against gap, n and D written by
-- hand at random states, with quaternions of any length; n v is the normal part
-- of the relative velocity. M, F and Gamma against Euler's equations.
local perp = require "perp"
local spatial = require "perp.spatial"
local root = os.getenv("PERP_SOURCE") or "."
local hand = dofile(root .. "/verify/scene/spatial_hand.lua")
local dot, cross, sum, times = hand.dot, hand.cross, hand.sum, hand.times
local near = hand.near

local seed = tonumber(os.getenv("PERP_SEED") or 0)
seed = seed ~= 0 and seed or 11
print("seed " .. seed)
math.randomseed(seed)
local function random()
  return 4 * math.random() - 2
end

-- n and D of a contact at a point: rows along n, t, u of B's material minus A's.
local function pair_rows(a, ra, b, rb, n, t, u)
  local list = {}
  for i, d in ipairs { n, t, u } do
    list[i] = a and hand.join(hand.row(a, ra, d, -1), hand.row(b, rb, d)) or
      hand.row(b, rb, d)
  end
  return list
end

local function compare(name, system, nq, nv, by_hand)
  for _ = 1, by_hand.near and 200 or 40 do
    local q, v = hand.state(nq, nv, random)
    for i = 1, by_hand.near and 3 or 0 do
      q[7 + i] = q[i] + 0.6 * (q[7 + i])
    end
    local gap, rows = probe_rows(system.core, 1, by_hand.pair or 1, q)
    local h = by_hand.at(q, v)
    near(gap, h.gap, name .. " gap")
    hand.rows(rows, h.rows, name)
    near(hand.apply(rows[1], v), h.vn, name .. " normal velocity")
  end
end

-- ## Against the ground

local ground = { point = { 0, 0, 0.25 }, normal = { 0, 3, 4 } }
local n, t, u, offset = { 0, 0.6, 0.8 }, { 0, -0.8, 0.6 }, { 1, 0, 0 }, 0.2

local function new(collide)
  return spatial.world { ground = not collide and ground }
end

local w = new()
w:point { mass = 2 }
compare("point-ground", w:system(), 3, 3, { at = function(q, v)
  return { gap = dot(n, q) - offset, rows = { n, t, u }, vn = dot(n, v) }
end })

-- At r = -radius n: the rows of D are (t, -radius R'u) and (u, radius R't).
w = new()
w:sphere { mass = 2, radius = 0.5 }
compare("sphere-ground", w:system(), 7, 6, { at = function(q, v)
  local b = hand.body(q, v, 1, 1)
  local function back(c, d)
    return times(c, hand.turn(b.q, d, true))
  end
  return { gap = dot(n, q) - offset - 0.5, vn = dot(n, v), rows = {
    hand.join(n, { 0, 0, 0 }), hand.join(t, back(-0.5, u)),
    hand.join(u, back(0.5, t)) } }
end })

w = new()
w:box { mass = 3, size = { 2, 1, 0.5 } }
local box = w:system()
for i = 0, 7 do
  local p = { (i & 1) * 2 - 1, (i & 2) / 2 - 0.5, (i & 4) / 8 - 0.25 }
  compare("corner-ground", box, 7, 6, { pair = i + 1, at = function(q, v)
    local b = hand.body(q, v, 1, 1)
    return { gap = dot(n, hand.place(b, p)) - offset,
      rows = pair_rows(nil, nil, b, p, n, t, u),
      vn = dot(n, hand.velocity(b, p)) }
  end })
end

w = new()
w:rod { mass = 3, length = 2, radius = 0.1 }
local rod = w:system()
for i, a in ipairs { -1, 1 } do
  compare("rod-ground", rod, 7, 6, { pair = i, at = function(q, v)
    local b = hand.body(q, v, 1, 1)
    return { gap = dot(n, hand.place(b, { a, 0, 0 })) - offset,
      rows = pair_rows(nil, nil, b, { a, 0, 0 }, n, t, u),
      vn = dot(n, hand.velocity(b, { a, 0, 0 })) }
  end })
end

-- The rim of a disc or a cylinder: the projection of -n on its plane says where it
-- is lowest; no point of the circle lies lower, and the lowest of many not much higher.
w = new()
w:cylinder { mass = 3, radius = 0.75, length = 0.5 }
local cylinder = w:system()
w = new()
w:disc { mass = 3, radius = 0.75 }
for _, x in ipairs { { cylinder, 1, -0.25 }, { cylinder, 2, 0.25 },
  { w:system(), 1, 0 } } do
  local at = x[3]
  compare("rim-ground", x[1], 7, 6, { pair = x[2], at = function(q, v)
    local b = hand.body(q, v, 1, 1)
    local axis = hand.turn(b.q, { 1, 0, 0 })
    local down = sum(times(dot(n, axis), axis), n, -1)
    local r = hand.turn(b.q, sum(times(at, axis),
      times(0.75 / hand.length(down), down)), true)
    local low = math.huge
    for i = 0, 719 do
      local a = math.pi * i / 360
      low = math.min(low, dot(n, hand.place(b, { at, 0.75 * math.cos(a),
        0.75 * math.sin(a) })) - offset)
    end
    local gap = dot(n, hand.place(b, r)) - offset
    assert(gap <= low + 1e-14 and low - gap < 1e-5, "the lowest point")
    return { gap = gap, rows = pair_rows(nil, nil, b, r, n, t, u),
      vn = dot(n, hand.velocity(b, r)) }
  end })
end

-- ## More directions: cos and sin of the angles times the two rows

for _, k in ipairs { 6, 8, 12 } do
  local many = spatial.world { ground = ground, directions = k }
  many:box { mass = 3, size = { 2, 1, 0.5 } }
  local q = hand.state(7, 6, random)
  local _, two = probe_rows(box.core, 1, 3, q)
  local _, rows = probe_rows(many:system().core, 1, 3, q)
  assert(#rows == 1 + k / 2, "number of slips")
  for i = 0, k // 2 - 1 do
    local c, s = math.cos(2 * math.pi * i / k), math.sin(2 * math.pi * i / k)
    for j = 1, 6 do
      near(rows[2 + i][j], c * two[2][j] + s * two[3][j], k .. " directions",
        1e-14)
    end
  end
end

do
  local d = spatial.frame.directions(8)
  assert(d[1][1] == 1 and d[1][2] == 0 and d[3][1] == 0 and d[3][2] == 1)
  assert(d[2][1] == d[2][2] and d[4][1] == -d[4][2] and d[2][1] == d[4][2])
  d = spatial.frame.directions(12)
  assert(d[2][1] == d[3][2] and d[2][2] == d[3][1] and d[6][1] == -d[2][1])
end

-- ## Frames: orthonormal for every normal, the axes included

for _, list in ipairs { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { -1, 0, 0 },
  { 1, 1, 0 }, { 1, 1e-9, 0 }, { random(), random(), random() } } do
  local m = times(1 / hand.length(list), list)
  local a, b = spatial.frame.tangents(m)
  for _, x in ipairs { { dot(a, a), 1 }, { dot(b, b), 1 }, { dot(a, b), 0 },
    { dot(a, m), 0 }, { dot(b, m), 0 }, { dot(cross(m, a), b), 1 } } do
    near(x[1], x[2], "frame", 1e-15)
  end
end

-- ## Spheres

local function frame(m)
  local e = m[1] ^ 2 <= 0.5 and { 1, 0, 0 } or { 0, 1, 0 }
  local a = cross(e, m)
  a = times(1 / hand.length(a), a)
  return a, cross(m, a)
end

w = new(true)
w:sphere { name = "a", mass = 1, radius = 0.25 }
w:sphere { name = "b", mass = 1, radius = 0.5 }
compare("sphere-sphere", w:system(), 14, 12, { at = function(q, v)
  local a, b = hand.body(q, v, 1, 1), hand.body(q, v, 8, 7)
  local d = sum(b.c, a.c, -1)
  local m = times(1 / hand.length(d), d)
  local x, y = frame(m)
  local rows = pair_rows(a, hand.turn(a.q, times(0.25, m), true), b,
    hand.turn(b.q, times(-0.5, m), true), m, x, y)
  return { gap = hand.length(d) - 0.75, rows = rows,
    vn = dot(m, sum(b.v, a.v, -1)) }
end })

w = new(true)
w:sphere { name = "a", mass = 1, radius = 0.25 }
w:point { name = "p", mass = 1 }
compare("point-sphere", w:system(), 10, 9, { at = function(q, v)
  local a, b = hand.body(q, v, 1, 1), hand.body(q, v, 8, 7, true)
  local d = sum(b.c, a.c, -1)
  local m = times(1 / hand.length(d), d)
  local x, y = frame(m)
  return { gap = hand.length(d) - 0.25, vn = dot(m, sum(b.v, a.v, -1)),
    rows = pair_rows(a, hand.turn(a.q, times(0.25, m), true), b, {}, m, x, y) }
end })

-- ## Faces of a moving box: the nearest of six planes, looked up one by one

local half = { 0.5, 0.25, 1 }

local function beside(a, b, rb)
  local x = hand.turn(a.q, sum(hand.place(b, rb), a.c, -1), true)
  local best, axis, side = -1e9
  for i = 1, 3 do
    for _, s in ipairs { 1, -1 } do
      if s * x[i] - half[i] > best then
        best, axis, side = s * x[i] - half[i], i, s
      end
    end
  end
  local function world_axis(i, s)
    local e = { 0, 0, 0 }
    e[(i - 1) % 3 + 1] = s
    return hand.turn(a.q, e)
  end
  local m = world_axis(axis, side)
  return { gap = best, rows = pair_rows(a, x, b, rb, m,
    world_axis(axis + 1, 1), world_axis(axis + 2, 1)),
    vn = dot(m, sum(hand.velocity(b, rb), hand.velocity(a, x), -1)) }
end

w = new(true)
w:box { name = "a", mass = 1, size = { 1, 0.5, 2 } }
w:point { name = "p", mass = 1 }
compare("point-box", w:system(), 10, 9, { at = function(q, v)
  return beside(hand.body(q, v, 1, 1), hand.body(q, v, 8, 7, true), {})
end })

w = new(true)
w:box { name = "a", mass = 1, size = { 1, 0.5, 2 } }
w:body { name = "b", mass = 1, inertia = { 1, 1, 1 },
  corners = { { 0.3, -0.2, 0.7 } } }
compare("corner-box", w:system(), 14, 12, { at = function(q, v)
  return beside(hand.body(q, v, 1, 1), hand.body(q, v, 8, 7),
    { 0.3, -0.2, 0.7 })
end })

-- ## A sphere beside a box: the nearest point looked for among all faces, edges
-- and corners, that is, every choice of "at -half, free, at +half" per axis.

local function nearest(x)
  local best, y = 1e9
  for k = 0, 26 do
    local p, inside = {}, true
    for i = 1, 3 do
      local c = k // 3 ^ (i - 1) % 3 - 1
      p[i] = c == 0 and x[i] or c * half[i]
      inside = inside and math.abs(p[i]) <= half[i]
    end
    local far = hand.length(sum(x, p, -1))
    if inside and k ~= 13 and far < best then
      best, y = far, p
    end
  end
  return y, best
end

w = new(true)
w:box { name = "a", mass = 1, size = { 1, 0.5, 2 } }
w:sphere { name = "b", mass = 1, radius = 0.375 }
local counts = { 0, 0, 0, 0 }
compare("sphere-box", w:system(), 14, 12, { near = true, at = function(q, v)
  local a, b = hand.body(q, v, 1, 1), hand.body(q, v, 8, 7)
  local x = hand.turn(a.q, sum(b.c, a.c, -1), true)
  local y, far = nearest(x)
  local inside = math.abs(x[1]) < 0.5 and math.abs(x[2]) < 0.25 and
    math.abs(x[3]) < 1
  local m = times((inside and -1 or 1) / far, sum(x, y, -1))
  local free = 1
  for i = 1, 3 do
    free = free + (math.abs(y[i]) < half[i] and 1 or 0)
  end
  free = inside and 4 or free
  counts[free] = counts[free] + 1
  m = hand.turn(a.q, m)
  local t1, t2 = frame(m)
  return { gap = (inside and -far or far) - 0.375, rows = pair_rows(a, y, b,
    hand.turn(b.q, times(-0.375, m), true), m, t1, t2),
    vn = dot(m, sum(hand.velocity(b, { 0, 0, 0 }),
      hand.velocity(a, x), -1)) }
end })
for i = 1, 4 do
  assert(counts[i] > 0, "corner, edge, face, inside: " ..
    table.concat(counts, " "))
end

-- A sphere beside a rod: the distance from a segment.
w = new(true)
w:rod { name = "a", mass = 1, length = 2 }
w:sphere { name = "b", mass = 1, radius = 0.375 }
local seen = { 0, 0 }
compare("sphere-rod", w:system(), 14, 12, { near = true, at = function(q, v)
  local a, b = hand.body(q, v, 1, 1), hand.body(q, v, 8, 7)
  local axis = hand.turn(a.q, { 1, 0, 0 })
  local along = dot(axis, sum(b.c, a.c, -1))
  local end_on = math.abs(along) > 1
  seen[end_on and 1 or 2] = seen[end_on and 1 or 2] + 1
  local y = { end_on and (along > 0 and 1 or -1) or along, 0, 0 }
  local d = sum(b.c, hand.place(a, y), -1)
  local m = times(1 / hand.length(d), d)
  local t1, t2 = frame(m)
  return { gap = hand.length(d) - 0.375, rows = pair_rows(a, y, b,
    hand.turn(b.q, times(-0.375, m), true), m, t1, t2),
    vn = dot(m, sum(b.v, hand.velocity(a, y), -1)) }
end })
assert(seen[1] > 0 and seen[2] > 0, "ends and middle of a rod")

-- ## Mass, Coriolis, rates

w = spatial.world { ground = false }
w:body { mass = 2, inertia = { 1, 2, 4 }, name = "b" }
w:point { mass = 3, name = "p" }
local free = w:system()
for _ = 1, 20 do
  local q, v = hand.state(10, 9, random)
  local M, F, G = probe_inertia(free.core, q, v)
  local I, wb = { 1, 2, 4 }, { v[4], v[5], v[6] }
  local diagonal = { 2, 2, 2, 1, 2, 4, 3, 3, 3 }
  for i = 1, 9 do
    for k = 1, 9 do
      near(M[i][k], i == k and diagonal[i] or 0, "M")
      assert(F[i][k] == -F[k][i], "F is antisymmetric")
    end
  end
  local gyro = cross(wb, { I[1] * wb[1], I[2] * wb[2], I[3] * wb[3] })
  for i = 1, 9 do
    near(hand.apply(F[i], v), i > 3 and i < 7 and -gyro[i - 3] or 0, "F v")
  end
  local turned = hand.product({ q[4], q[5], q[6], q[7] },
    { 0, wb[1], wb[2], wb[3] })
  local wanted = { v[1], v[2], v[3], turned[1] / 2, turned[2] / 2,
    turned[3] / 2, turned[4] / 2, v[7], v[8], v[9] }
  for i = 1, 10 do
    near(hand.apply(G[i], v), wanted[i], "rates")
  end
end

-- Inertia of the homogeneous bodies.
local function inertia_of(make)
  local x = spatial.world { ground = false }
  make(x)
  local M = probe_inertia(x:system().core, { 0, 0, 0, 1, 0, 0, 0 },
    { 0, 0, 0, 0, 0, 0 })
  return { M[4][4], M[5][5], M[6][6] }
end

for i, want in ipairs { 3 * (1 + 0.25) / 12, 3 * (0.25 + 4) / 12,
  3 * (4 + 1) / 12 } do
  near(inertia_of(function(x)
    x:box { mass = 3, size = { 2, 1, 0.5 } }
  end)[i], want, "inertia of a box")
end
near(inertia_of(function(x)
  x:sphere { mass = 3, radius = 2 }
end)[2], 2 * 3 * 4 / 5, "inertia of a ball")
near(inertia_of(function(x)
  x:rod { mass = 3, length = 2, radius = 0.5 }
end)[3], 3 * (3 * 0.25 + 4) / 12, "inertia of a rod")

-- A ball set down with a spin: it slides with mu g, until v = r w at 2/7 of r w0.
do
  local ball = spatial.world { mu = 0.5 }
  ball:sphere { mass = 3, radius = 0.25 }
  local q, v = ball:state { at = { 0, 0, 0.25 }, spin = { 0, 4, 0 } }
  local r = perp.simulate { system = ball:system(), q = q, v = v, alpha = 1,
    h = 0.01, T = 0.1 }
  for l, time in ipairs(r.t) do
    local speed = math.min(0.5 * 9.81 * time, 0.25 * 4 * 2 / 7)
    near(r["v.vx"][l], speed, "ball, v", 1e-12)
    near(r["v.wy"][l], 4 - 2.5 * speed / 0.25, "ball, w", 1e-12)
  end
end

dofile(root .. "/verify/scene/spatial_edges.lua")(hand, random)
