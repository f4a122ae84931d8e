-- Every contact of lua/perp/planar.lua against gap, normal and slip written by
-- hand, at random states; and n v is the normal part of the relative velocity.
local perp = require "perp"
local planar = require "perp.planar"
local sin, cos, sqrt, abs = math.sin, math.cos, math.sqrt, math.abs

local function near(a, b, what)
  if not (abs(a - b) <= 2e-12 * math.max(1, abs(b))) then
    error(("%s: %.17g, wanted %.17g"):format(what, a, b), 2)
  end
end

math.randomseed(5)
local function random()
  return 4 * math.random() - 2
end

local function state(n)
  local q, v = {}, {}
  for i = 1, n do
    q[i], v[i] = random(), random()
  end
  return q, v
end

local function dot(a, b)
  local sum = 0
  for i = 1, #a do
    sum = sum + a[i] * b[i]
  end
  return sum
end

local function rows(name, got, wanted)
  for i = 1, #wanted do
    near(got[i], wanted[i], ("%s, entry %d"):format(name, i))
  end
end

-- One pair of a system, with everything by hand: gap, n, D, and the normal and
-- tangential relative velocity of two material points.
local function compare(name, system, binding, pair, n, hand)
  for _ = 1, 100 do
    local q, v = state(n)
    local ok, gap, normal, slip = pcall(probe_pair, system.core, binding, pair, q)
    assert(ok, name .. ": " .. tostring(gap))
    local h = hand(q, v)
    near(gap, h.gap, name .. " gap")
    if h.n then
      rows(name .. " n", normal, h.n)
      rows(name .. " D", slip, h.d)
    end
    near(dot(normal, v), h.vn, name .. " normal velocity")
    near(dot(slip, v), h.vt, name .. " tangential velocity")
  end
end

-- The ground at (0, 0.25) with the normal (3, 4)/5.
local ground = { point = { 0, 0.25 }, normal = { 3, 4 } }
local nx, ny, offset = 0.6, 0.8, 0.2

local w = planar.world { ground = ground }
w:point { mass = 2 }
compare("point-ground", w:system(), 1, 1, 2, function(q, v)
  return { gap = nx * q[1] + ny * q[2] - offset, n = { nx, ny },
    d = { ny, -nx }, vn = nx * v[1] + ny * v[2], vt = ny * v[1] - nx * v[2] }
end)

w = planar.world { ground = ground }
w:disc { mass = 2, radius = 0.5 }
compare("disc-ground", w:system(), 1, 1, 3, function(q, v)
  return { gap = nx * q[1] + ny * q[2] - offset - 0.5, n = { nx, ny, 0 },
    d = { ny, -nx, 0.5 }, vn = nx * v[1] + ny * v[2],
    vt = ny * v[1] - nx * v[2] + 0.5 * v[3] }
end)
local M = probe_motion(w:system().core, { 0, 0, 0 }, { 0, 0, 0 }, 0)
near(M[9], 2 * 0.5 * 0.5 / 2, "inertia of a disc")

-- A corner (a, b): p = c + R(th)(a, b), p' = c' + th' R(th)(-b, a).
local function corner(q, v, a, b)
  local x = q[1] + a * cos(q[3]) - b * sin(q[3])
  local y = q[2] + a * sin(q[3]) + b * cos(q[3])
  return x, y, v[1] - v[3] * (y - q[2]), v[2] + v[3] * (x - q[1])
end

w = planar.world { ground = ground }
w:box { mass = 3, width = 2, height = 1 }
local box = w:system()
for i, s in ipairs { { -1, -0.5 }, { 1, -0.5 }, { 1, 0.5 }, { -1, 0.5 } } do
  local at = 1
  compare("corner-ground", box, at, i, 3, function(q, v)
    local x, y, vx, vy = corner(q, v, s[1], s[2])
    local rx, ry = x - q[1], y - q[2]
    return { gap = nx * x + ny * y - offset, n = { nx, ny, ny * rx - nx * ry },
      d = { ny, -nx, -ny * ry - nx * rx }, vn = nx * vx + ny * vy,
      vt = ny * vx - nx * vy }
  end)
end
M = probe_motion(box.core, { 0, 0, 0 }, { 0, 0, 0 }, 0)
near(M[9], 3 * (4 + 1) / 12, "inertia of a box")

w = planar.world { ground = ground }
w:rod { mass = 3, length = 2 }
local rod = w:system()
for i, a in ipairs { -1, 1 } do
  compare("rod-ground", rod, 1, i, 3, function(q, v)
    local x, y, vx, vy = corner(q, v, a, 0)
    return { gap = nx * x + ny * y - offset, vn = nx * vx + ny * vy,
      vt = ny * vx - nx * vy }
  end)
end
M = probe_motion(rod.core, { 0, 0, 0 }, { 0, 0, 0 }, 0)
near(M[9], 3 * 4 / 12, "inertia of a rod")

w = planar.world { ground = false }
w:disc { name = "a", mass = 1, radius = 0.25 }
w:disc { name = "b", mass = 1, radius = 0.5 }
compare("disc-disc", w:system(), 1, 1, 6, function(q, v)
  local dx, dy = q[4] - q[1], q[5] - q[2]
  local r = sqrt(dx * dx + dy * dy)
  local x, y = dx / r, dy / r
  local ux, uy = v[4] - v[1], v[5] - v[2]
  return { gap = r - 0.75, n = { -x, -y, 0, x, y, 0 },
    d = { -y, x, 0.25, y, -x, 0.5 }, vn = x * ux + y * uy,
    vt = y * ux - x * uy + 0.25 * v[3] + 0.5 * v[6] }
end)

w = planar.world { ground = false }
w:disc { name = "a", mass = 1, radius = 0.25 }
w:point { name = "p", mass = 1 }
compare("point-disc", w:system(), 1, 1, 5, function(q, v)
  local dx, dy = q[4] - q[1], q[5] - q[2]
  local r = sqrt(dx * dx + dy * dy)
  local x, y = dx / r, dy / r
  local ux, uy = v[4] - v[1], v[5] - v[2]
  return { gap = r - 0.25, n = { -x, -y, 0, x, y },
    d = { -y, x, 0.25, y, -x }, vn = x * ux + y * uy,
    vt = y * ux - x * uy + 0.25 * v[3] }
end)

-- A point p with velocity u beside a box: the face is found by comparing four
-- distances, its normal and tangent are turned by hand, and the box's own
-- velocity at p is subtracted.
local function beside(q, v, a, b, px, py, ux, uy)
  local c, s = cos(q[3]), sin(q[3])
  local dx, dy = px - q[1], py - q[2]
  local x, y = c * dx + s * dy, c * dy - s * dx
  local best, mx, my = -1e9
  for _, face in ipairs { { x - a, 1, 0 }, { -x - a, -1, 0 }, { y - b, 0, 1 },
    { -y - b, 0, -1 } } do
    if face[1] > best then
      best, mx, my = face[1], face[2], face[3]
    end
  end
  local fx, fy = c * mx - s * my, s * mx + c * my
  local rx, ry = ux - (v[1] - v[3] * dy), uy - (v[2] + v[3] * dx)
  return { gap = best, vn = fx * rx + fy * ry, vt = fy * rx - fx * ry }
end

w = planar.world { ground = false }
w:box { name = "a", mass = 1, width = 1, height = 0.5 }
w:point { name = "p", mass = 1 }
compare("point-box", w:system(), 1, 1, 5, function(q, v)
  return beside(q, v, 0.5, 0.25, q[4], q[5], v[4], v[5])
end)

w = planar.world { ground = false }
w:box { name = "a", mass = 1, width = 1, height = 0.5 }
w:rod { name = "r", mass = 1, length = 3 }
local mixed = w:system()
compare("corner-box", mixed, 1, 6 - 4, 6, function(q, v)
  local p = { q[4], q[5], q[6] }
  local x, y, ux, uy = corner(p, { v[4], v[5], v[6] }, 1.5, 0)
  return beside(q, v, 0.5, 0.25, x, y, ux, uy)
end)

-- ## Round things
--
-- What is round touches the nearest point of the rim, side by side of it; with the
-- centre inside, the direction is the other way round. A rim is a list of corners in
-- the body's own directions; of two it is a segment. A's surface lies `thick` outside.

local function near_rim(q, v, rim, thick, px, py, ux, uy, w, r)
  local at, best, inside = {}, 1e9, #rim > 2
  for i, p in ipairs(rim) do
    local x, y = corner(q, { 0, 0, 0 }, p[1], p[2])
    at[i] = { x, y }
  end
  local yx, yy
  for i, a in ipairs(at) do
    local b = at[i % #at + 1]
    local sx, sy = b[1] - a[1], b[2] - a[2]
    inside = inside and sx * (py - a[2]) - sy * (px - a[1]) > 0
    local t = ((px - a[1]) * sx + (py - a[2]) * sy) / (sx * sx + sy * sy)
    t = math.max(0, math.min(1, t))
    local x, y = a[1] + t * sx, a[2] + t * sy
    local d = sqrt((px - x)^2 + (py - y)^2)
    if d < best then
      best, yx, yy = d, x, y
    end
  end
  local sign = inside and -1 or 1
  local mx, my = sign * (px - yx) / best, sign * (py - yy) / best
  local ax, ay = yx + thick * mx - q[1], yy + thick * my - q[2]
  local vx, vy = v[1] - v[3] * ay, v[2] + v[3] * ax
  local rx, ry = ux + w * r * my - vx, uy - w * r * mx - vy
  return { gap = sign * best - thick - r, vn = mx * rx + my * ry,
    vt = my * rx - mx * ry }
end

local function pair_of(system, wanted)
  for i, binding in ipairs(system.bindings) do
    for k, name in ipairs(binding.names) do
      if name == wanted then
        return i, k
      end
    end
  end
  error("no contact " .. wanted)
end

local five = { { 1, 0 }, { 0.75, 1 }, { -0.5, 1.25 }, { -1, -0.5 }, { 0.5, -1 } }

-- Its centre and its moment by quadrature: strips between the sides.
local function by_strips(list, n)
  local area, sx, sy, square = 0, 0, 0, 0
  local low, high = 1e9, -1e9
  for _, p in ipairs(list) do
    low, high = math.min(low, p[2]), math.max(high, p[2])
  end
  for k = 1, n do
    local y, left, right = low + (high - low) * (k - 0.5) / n, 1e9, -1e9
    for i, a in ipairs(list) do
      local b = list[i % #list + 1]
      if (a[2] - y) * (b[2] - y) < 0 then
        local x = a[1] + (b[1] - a[1]) * (y - a[2]) / (b[2] - a[2])
        left, right = math.min(left, x), math.max(right, x)
      end
    end
    local d = right - left
    area, sx, sy = area + d, sx + d * (left + right) / 2, sy + d * y
    square = square + (right^3 - left^3) / 3 + d * y * y
  end
  local x, y = sx / area, sy / area
  return x, y, square / area - x * x - y * y
end

-- The centre again, by three triangles with a corner in common: to the last digits.
local function by_triangles(list)
  local a, area, sx, sy = list[1], 0, 0, 0
  for i = 2, #list - 1 do
    local b, c = list[i], list[i + 1]
    local s = (b[1] - a[1]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[1] - a[1])
    area = area + s
    sx, sy = sx + s * (a[1] + b[1] + c[1]) / 3, sy + s * (a[2] + b[2] + c[2]) / 3
  end
  return sx / area, sy / area
end

local gx, gy, moment = by_strips(five, 20000)
local cx, cy = by_triangles(five)
assert(abs(gx - cx) + abs(gy - cy) < 1e-8, "centre of a polygon")
local five_rim = {}
for i, p in ipairs(five) do
  five_rim[i] = { p[1] - cx, p[2] - cy }
end

local function both(fill)
  local w2 = planar.world { ground = false }
  fill(w2)
  return w2:system()
end

-- name of the contact, bodies, rim and thickness of A, B's point and radius.
local l2 = { { -1, 0 }, { 1, 0 } }
local box4 = { { -1, -0.5 }, { 1, -0.5 }, { 1, 0.5 }, { -1, 0.5 } }
for _, x in ipairs {
  { "a-b", "box", "disc", box4, 0, { 0, 0 }, 0.25 },
  { "a-b", "rod", "disc", l2, 0, { 0, 0 }, 0.25 },
  { "a-b", "capsule", "disc", l2, 0.5, { 0, 0 }, 0.25 },
  { "a-b.2", "capsule", "rod", l2, 0.5, { 1, 0 }, 0 },
  { "a-b.1", "capsule", "box", l2, 0.5, { -1, -0.5 }, 0 },
  { "a-b.1", "capsule", "capsule", l2, 0.5, { -1, 0 }, 0.5 },
  { "b-a.2", "capsule", "capsule", l2, 0.5, { 1, 0 }, 0.5, true },
  { "a-b.2", "box", "capsule", box4, 0, { 1, 0 }, 0.5 },
  { "a-b", "polygon", "disc", five_rim, 0, { 0, 0 }, 0.25 },
  { "a-b.2", "polygon", "capsule", five_rim, 0, { 1, 0 }, 0.5 },
} do
  local system = both(function(w2)
    for i, name in ipairs { "a", "b" } do
      local kind = x[i + 1]
      w2[kind](w2, { name = name, mass = 1,
        width = kind == "box" and 2 or nil, height = kind == "box" and 1 or nil,
        length = (kind == "rod" or kind == "capsule") and 2 or nil,
        radius = kind == "capsule" and 0.5 or kind == "disc" and 0.25 or nil,
        vertices = kind == "polygon" and five or nil })
    end
  end)
  local binding, number = pair_of(system, x[1])
  compare(x[2] .. "-" .. x[3] .. " " .. x[1], system, binding, number, 6,
    function(q, v)
      local qa, va = { q[1], q[2], q[3] }, { v[1], v[2], v[3] }
      local qb, vb = { q[4], q[5], q[6] }, { v[4], v[5], v[6] }
      if x[8] then
        qa, va, qb, vb = qb, vb, qa, va
      end
      local px, py, ux, uy = corner(qb, vb, x[6][1], x[6][2])
      return near_rim(qa, va, x[4], x[5], px, py, ux, uy, vb[3], x[7])
    end)
end

local pill = both(function(w2)
  w2:capsule { name = "a", mass = 1, length = 2, radius = 0.5 }
  w2:point { name = "b", mass = 1 }
end)
compare("capsule-point", pill, 1, 1, 5, function(q, v)
  return near_rim(q, v, l2, 0.5, q[4], q[5], v[4], v[5], 0, 0)
end)

w = planar.world { ground = ground }
w:capsule { mass = 3, length = 2, radius = 0.5 }
compare("capsule-ground", w:system(), 1, 2, 3, function(q, v)
  local x, y, vx, vy = corner(q, v, 1, 0)
  local ux, uy = vx + v[3] * 0.5 * ny, vy - v[3] * 0.5 * nx
  return { gap = nx * x + ny * y - offset - 0.5, vn = nx * ux + ny * uy,
    vt = ny * ux - nx * uy }
end)

-- ## Polygons

M = probe_motion(w:system().core, { 0, 0, 0 }, { 0, 0, 0 }, 0)
local ring = {}
for i = 0, 1999 do -- the capsule's rim
  local side = i < 1000 and 1 or -1
  local a = math.pi * ((i % 1000) / 999 - 0.5)
  ring[i + 1] = { side * (1 + 0.5 * cos(a)), side * 0.5 * sin(a) }
end
local _, _, inertia = by_strips(ring, 2000)
assert(abs(M[9] - 3 * inertia) < 1e-5, "inertia of a capsule")

local poly = both(function(w2)
  w2:polygon { name = "a", mass = 2, vertices = five }
  w2:rod { name = "r", mass = 1, length = 2 }
  w2:point { name = "p", mass = 1 }
end)
M = probe_motion(poly.core, { 0, 0, 0, 0, 0, 0, 0, 0 }, { 0, 0, 0, 0, 0, 0, 0,
  0 }, 0)
assert(abs(M[19] - 2 * moment) < 1e-7, "inertia of a polygon")

-- The face with the largest signed distance, its velocity at the point.
local function before(q, v, rim, px, py, ux, uy)
  local best, mx, my = -1e9, nil, nil
  for i, p in ipairs(rim) do
    local o = rim[i % #rim + 1]
    local ax, ay = corner(q, { 0, 0, 0 }, p[1], p[2])
    local bx, by = corner(q, { 0, 0, 0 }, o[1], o[2])
    local length = sqrt((bx - ax)^2 + (by - ay)^2)
    local x, y = (by - ay) / length, (ax - bx) / length
    local d = x * (px - ax) + y * (py - ay)
    if d > best then
      best, mx, my = d, x, y
    end
  end
  local rx = ux - (v[1] - v[3] * (py - q[2]))
  local ry = uy - (v[2] + v[3] * (px - q[1]))
  return { gap = best, vn = mx * rx + my * ry, vt = my * rx - mx * ry }
end

local binding, number = pair_of(poly, "a-r.1")
compare("corner-polygon", poly, binding, number, 8, function(q, v)
  local x, y, ux, uy = corner({ q[4], q[5], q[6] }, { v[4], v[5], v[6] }, -1, 0)
  return before(q, v, five_rim, x, y, ux, uy)
end)
binding, number = pair_of(poly, "a-p")
compare("point-polygon", poly, binding, number, 8, function(q, v)
  return before(q, v, five_rim, q[7], q[8], v[7], v[8])
end)
