--- # A footfall of RAMone
---
--- Shows HP23 (Fig13).
--
--- A robot of five links: a trunk, and two legs of thigh and shank with a round
--- foot. Joint angles are relative, absolute ones add up. A link at the absolute
--- angle a goes along (sin a, -cos a). With practically infinite friction law
--- (31) has three outcomes, like those of the compass gait.
--
---     perp impact ramone.lua --all
---     perp reach ramone.lua --samples 400 --select random
---     perp reach ramone.lua --samples 4000 --select random --plot .
---     perp reach ramone.lua --outer --plot .
---
--- Of several solutions of a step one is drawn, so a step looks for all of them.
--
--- A is the leading foot, B the trailing one. A foot is a disc fixed to the
--- shank and touches the floor with its lowest point, which moves with the
--- centre and turns with the shank.

local perp = require "perp"
local lagrange = require "perp.lagrange"
local mu = perp.param("mu", 1e5, "coefficient of friction")
local m1 = perp.param("m1", 7.9026, "mass of the trunk, kg")
local j1 = perp.param("j1", 0.08, "its inertia, kg m^2")
local s1 = perp.param("s1", 0.137675, "from its centre down to the hips, m")
local m2 = perp.param("m2", 0.7887, "mass of a thigh, kg")
local j2 = perp.param("j2", 0.00221, "its inertia, kg m^2")
local s2 = perp.param("s2", 0.019399, "from the hip to its centre, m")
local l2 = perp.param("l2", 0.2, "its length, m")
local m3 = perp.param("m3", 0.510, "mass of a shank, kg")
local j3 = perp.param("j3", 0.00652, "its inertia, kg m^2")
local s3 = perp.param("s3", 0.165235, "from the knee to its centre, m")
local l3 = perp.param("l3", 0.2385, "its length, from the knee to the foot, m")
local r = perp.param("r", 0.02815, "radius of a foot, m")
local pitch = perp.param("pitch", 16, "angle of the trunk, degrees")
local hip = perp.param("hip", 70, "angle of both hips, degrees")
local knee = perp.param("knee", -2, "angle of the leading knee, degrees")
local rate = perp.param("rate", 1, "angular velocity of the trunk, rad/s")

local function down(x, y, a, d)
  return x + d * perp.sin(a), y - d * perp.cos(a)
end

--- Both ends and both centres of a leg, with the absolute angles.
local function leg(q, alpha, beta)
  local thigh, shank = q.phi + alpha, q.phi + alpha + beta
  local hx, hy = down(q.x, q.y, q.phi, s1)
  local kx, ky = down(hx, hy, thigh, l2)
  local fx, fy = down(kx, ky, shank, l3)
  local ax, ay = down(hx, hy, thigh, s2)
  local bx, by = down(kx, ky, shank, s3)
  return { thigh = thigh, shank = shank, foot = { fx, fy },
    centre = { { ax, ay }, { bx, by } } }
end

local function legs(q)
  return { leg(q, q.alpha_le, q.beta_le), leg(q, q.alpha_tr, q.beta_tr) }
end

local function moving(q, v, m, j, x, y, angle)
  local w = perp.tangent({ x, y, angle }, q, v)
  return (m * (w[1] * w[1] + w[2] * w[2]) + j * w[3] * w[3]) / 2
end

local function foot(name, l, q, v)
  local w = perp.tangent({ l.foot[1], l.shank }, q, v)
  return { name = name, gap = l.foot[2] - r, mu = mu,
    slips = { w[1] + r * w[2] } }
end

local system = lagrange.system {
  coordinates = { "x", "y", "phi", "alpha_le", "beta_le", "alpha_tr",
    "beta_tr" },
  kinetic = function(q, v)
    local T = moving(q, v, m1, j1, q.x, q.y, q.phi)
    for _, l in ipairs(legs(q)) do
      local one, two = l.centre[1], l.centre[2]
      T = T + moving(q, v, m2, j2, one[1], one[2], l.thigh) +
        moving(q, v, m3, j3, two[1], two[2], l.shank)
    end
    return T
  end,
  potential = function(q)
    local U = m1 * q.y
    for _, l in ipairs(legs(q)) do
      U = U + m2 * l.centre[1][2] + m3 * l.centre[2][2]
    end
    return 9.81 * U
  end,
  contacts = function(q, v)
    local both = legs(q)
    return { foot("A", both[1], q, v), foot("B", both[2], q, v) }
  end,
}

--- The state: both feet on the floor, the trailing one at rest. Its knee bends
--- until the foot is as high as the leading one, l3 cos a = reach - l2 cos(thigh),
--- by Newton's method for the shank's angle a < 0.
local degree = math.pi / 180
local phi, alpha, beta = pitch * degree, hip * degree, knee * degree
local reach = l3 * perp.cos(phi - alpha + beta) + l2 * perp.cos(phi - alpha)
local wanted = (reach - l2 * perp.cos(phi + alpha)) / l3
local a = -0.5
for _ = 1, 60 do
  a = a + (perp.cos(a) - wanted) / perp.sin(a)
end
local y = reach + s1 * perp.cos(phi) + r
local x = s1 * perp.sin(phi) + l2 * perp.sin(phi + alpha) + l3 * perp.sin(a)

return { system = system, h = 0.001, T = 0.01,
  impact = { h = 1, N = 10, samples = 2 ^ 20 },
  q = { x = 0, y = y, phi = phi, alpha_le = -alpha, beta_le = beta,
    alpha_tr = alpha, beta_tr = a - phi - alpha },
  v = { x = -y * rate, y = -x * rate, phi = rate, alpha_le = 0, beta_le = 0,
    alpha_tr = 0, beta_tr = 0 } }
