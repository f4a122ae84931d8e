--- # Vectors, turned bodies and tangent planes
--
--- Lists of three, of numbers or of expressions. A body that turns has the
--- coordinates x, y, z of its centre and a quaternion q0, q1, q2, q3; its
--- velocities are those of the centre, in the directions of the world, and the
--- angular velocity wx, wy, wz in the directions of the body.

local core = require "perp.core"
core.library()
local perp = require "perp"

local frame = {}

function frame.dot(a, b)
  return a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
end

function frame.cross(a, b)
  return { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3],
    a[1] * b[2] - a[2] * b[1] }
end

function frame.plus(a, b)
  return { a[1] + b[1], a[2] + b[2], a[3] + b[3] }
end

function frame.minus(a, b)
  return { a[1] - b[1], a[2] - b[2], a[3] - b[3] }
end

function frame.times(c, a)
  return { c * a[1], c * a[2], c * a[3] }
end

--- The vector of length one, of numbers.
function frame.unit(a)
  local length = perp.sqrt(frame.dot(a, a))
  return { a[1] / length, a[2] / length, a[3] / length }
end

--- ## Turning
--
--- The matrix of the turn x -> q x q^-1, by rows. The inverse is the conjugate
--- over |q|^2, so with s = 2/|q|^2 the matrix is orthogonal for a quaternion of
--- any length, and lengths and gaps of bodies are exact whatever the steps have
--- done to |q|. What a step does is known: Gamma w is perpendicular to q and
--- has the length |q| |w| / 2, hence |q'|^2 = |q|^2 (1 + h^2 |w|^2 / 4).
function frame.rotation(q)
  local a, b, c, d = q[4], q[5], q[6], q[7]
  local s = 2 / (a * a + b * b + c * c + d * d)
  return {
    { 1 - s * (c * c + d * d), s * (b * c - a * d), s * (b * d + a * c) },
    { s * (b * c + a * d), 1 - s * (b * b + d * d), s * (c * d - a * b) },
    { s * (b * d - a * c), s * (c * d + a * b), 1 - s * (b * b + c * c) } }
end

--- From the body's directions to the world's, and back.
function frame.out(R, x)
  return { frame.dot(R[1], x), frame.dot(R[2], x), frame.dot(R[3], x) }
end

function frame.into(R, x)
  return { R[1][1] * x[1] + R[2][1] * x[2] + R[3][1] * x[3],
    R[1][2] * x[1] + R[2][2] * x[2] + R[3][2] * x[3],
    R[1][3] * x[1] + R[2][3] * x[2] + R[3][3] * x[3] }
end

--- The rates of x, y, z and of the quaternion: q' = q (0, w) / 2, linear in v.
--- They are Gamma(q) v, and Gamma is read off from them.
function frame.rates(q, v)
  local a, b, c, d = q[4], q[5], q[6], q[7]
  local x, y, z = v[4], v[5], v[6]
  return { v[1], v[2], v[3], -(b * x + c * y + d * z) / 2,
    (a * x + c * z - d * y) / 2, (a * y + d * x - b * z) / 2,
    (a * z + b * y - c * x) / 2 }
end

--- The velocity of the body's material at the lever r (in world directions)
--- from its centre: v + (R w) x r.
function frame.velocity(R, v, r)
  return frame.plus(v, frame.cross(frame.out(R, { v[4], v[5], v[6] }), r))
end

--- The quaternion of a turn by an angle (rad) about an axis.
function frame.turn(axis, angle)
  local u, s = frame.unit(axis), perp.sin(angle / 2)
  return { perp.cos(angle / 2), s * u[1], s * u[2], s * u[3] }
end

--- ## Tangent planes
--
--- Two unit vectors perpendicular to the unit vector n. The cross product with
--- an axis of the world is short when n lies along that axis; so x is taken
--- while n_x^2 <= 1/2, and y otherwise (then n_y^2 <= 1/2). The length of the
--- product is at least sqrt(1/2). The frame jumps where the axis changes; the
--- polygon of directions jumps with it, the circle around it does not.
function frame.tangents(n)
  local away = 0.5 - n[1] * n[1]
  local a = { perp.where(away, 0, n[3]), perp.where(away, -n[3], 0),
    perp.where(away, n[2], -n[1]) } -- e_x x n, or e_y x n
  local length = perp.sqrt(frame.dot(a, a))
  local t = { a[1] / length, a[2] / length, a[3] / length }
  return t, frame.cross(n, t)
end

--- Cosine and sine of the angles 0, 2 pi/k, ... below a half turn: a slip along
--- each gives the k directions of a balanced D. Quarter turns are exactly (0, 1)
--- (the cosine of a rounded pi/2 is 6e-17, which costs 50 bits in every exact
--- row), eighths have two equal entries, and every sine is a cosine of the same
--- list, so that the polygon keeps its symmetries to the last bit.
function frame.directions(k)
  local function cosine(i) -- of the turn i/k, |i| <= k/2
    i = math.abs(i)
    if 4 * i > k then
      return -cosine(k / 2 - i)
    elseif 4 * i == k then
      return 0.0
    elseif 8 * i == k then
      return perp.sqrt(0.5)
    end
    return perp.cos(2 * math.pi * i / k)
  end
  local list = {}
  for i = 0, k // 2 - 1 do
    list[i + 1] = { cosine(i), cosine(k / 4 - i) }
  end
  return list
end

--- The slips along the directions, from the velocities along two tangents.
function frame.slips(directions, a, b)
  local list = {}
  for i, d in ipairs(directions) do
    list[i] = d[1] * a + d[2] * b
  end
  return list
end

return frame
