-- Mass and force from energies against formulas derived by hand.
local lagrange = require "perp.lagrange"
local perp = require "perp"

local function near(a, b, what)
  if not (math.abs(a - b) <= 1e-12 * math.max(1, math.abs(b))) then
    error(("%s: %.17g, wanted %.17g"):format(what, a, b), 2)
  end
end

math.randomseed(7)
local function random()
  return 4 * math.random() - 2
end

-- Pendulum with friction in the bearing: m l^2 a'' = -m g l sin a - c a'.
local m, l, g, c = 1.5, 0.7, 9.81, 0.3
local pendulum = lagrange.system { coordinates = { "a" },
  kinetic = function(q, v) return m * l * l / 2 * v.a ^ 2 end,
  potential = function(q) return -m * g * l * perp.cos(q.a) end,
  force = function(t, q, v) return { -c * v.a + t } end }
for _ = 1, 100 do
  local a, w, t = random(), random(), random()
  local M, k = probe_motion(pendulum.core, { a }, { w }, t)
  near(M[1], m * l * l, "pendulum mass")
  near(k[1], -m * g * l * math.sin(a) - c * w + t, "pendulum force")
end

-- Double pendulum, angles from the vertical: the textbook's M and k.
local m1, m2, l1, l2 = 1.25, 0.75, 1.5, 0.5
local double = lagrange.system { coordinates = { "a", "b" },
  kinetic = function(q, v)
    local x1, y1 = l1 * perp.cos(q.a) * v.a, l1 * perp.sin(q.a) * v.a
    local x2 = x1 + l2 * perp.cos(q.b) * v.b
    local y2 = y1 + l2 * perp.sin(q.b) * v.b
    return 0.5 * m1 * (x1 * x1 + y1 * y1) + 0.5 * m2 * (x2 * x2 + y2 * y2)
  end,
  potential = function(q)
    return -(m1 + m2) * g * l1 * perp.cos(q.a) - m2 * g * l2 * perp.cos(q.b)
  end }
for _ = 1, 200 do
  local a, b, u, w = random(), random(), random(), random()
  local M, k = probe_motion(double.core, { a, b }, { u, w }, 0)
  local s, x = math.sin(a - b), m2 * l1 * l2
  near(M[1], (m1 + m2) * l1 * l1, "M11")
  near(M[2], x * math.cos(a - b), "M12")
  near(M[3], x * math.cos(a - b), "M21")
  near(M[4], m2 * l2 * l2, "M22")
  near(k[1], -x * s * w * w - (m1 + m2) * g * l1 * math.sin(a), "k1")
  near(k[2], x * s * u * u - m2 * g * l2 * math.sin(b), "k2")
end

-- Bead on the turning parabola y = x^2 / 2 with the rate w about the vertical:
-- T = m/2 ((1 + x^2) x'^2 + w^2 x^2), so M = m (1 + x^2) and
-- k = m (w^2 x - x x'^2 - g x).
local rate = 1.75
local bead = lagrange.system { coordinates = { "x" },
  kinetic = function(q, v)
    local up = q.x * v.x
    return m / 2 * (v.x ^ 2 + up ^ 2 + rate ^ 2 * q.x ^ 2)
  end,
  potential = function(q) return m * g * q.x ^ 2 / 2 end }
for _ = 1, 100 do
  local x, v = random(), random()
  local M, k = probe_motion(bead.core, { x }, { v }, 0)
  near(M[1], m * (1 + x * x), "bead mass")
  near(k[1], m * (rate * rate * x - x * v * v - g * x), "bead force")
end
