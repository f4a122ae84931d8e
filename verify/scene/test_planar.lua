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
