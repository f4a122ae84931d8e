--- # Contacts of bodies in space
--
--- Each is a kind: a gap and its slips, one for each pair of directions. A slip
--- is the velocity of B's material against A's at the contact, along a tangent.
--- Nothing here differentiates: the recorder makes n from the gap and the rates,
--- and D from the slips.
--
--- `contacts.of(k)` are the kinds with k directions, each made when first asked
--- for.

local core = require "perp.core"
core.library()
local perp = require "perp"
local f = require "perp.spatial_frame"

local contacts = {}
local form = {}

--- ## Against the ground
--
--- Its parameters are a unit normal n, the offset n.p, and two tangents.

local function ground_of(p)
  return { p[1], p[2], p[3] }, p[4], { p[5], p[6], p[7] },
    { p[8], p[9], p[10] }
end

local function on_ground(directions, ground, point, velocity, radius)
  local n, offset, t, u = ground_of(ground)
  return f.dot(n, point) - offset - radius,
    f.slips(directions, f.dot(t, velocity), f.dot(u, velocity))
end

form["point-ground"] = { bodies = { false, "point" }, params = { 10, 0 },
  contact = function(directions, _, q, _, v, ground)
    return on_ground(directions, ground, q, v, 0)
  end }

--- The sphere touches at r = -radius n.
form["sphere-ground"] = { bodies = { false, "body" }, params = { 10, 1 },
  contact = function(directions, _, q, _, v, ground, p)
    local n = ground_of(ground)
    return on_ground(directions, ground, q,
      f.velocity(f.rotation(q), v, f.times(-p[1], n)), p[1])
  end }

form["corner-ground"] = { bodies = { false, "body" }, params = { 10, 3 },
  contact = function(directions, _, q, _, v, ground, p)
    local R = f.rotation(q)
    local r = f.out(R, p)
    return on_ground(directions, ground, f.plus(q, r), f.velocity(R, v, r), 0)
  end }

--- ## The rim of a disc on a wall
--
--- The disc lies across its own x. Of the circle of radius rho about c + o e_x its
--- lowest point touches. With m = R'n the normal in the body's own directions and
--- s = |(m_y, m_z)|, the sine of the angle between axis and normal, the point and
--- the gap are
--
---     y = (o, -rho m_y/s, -rho m_z/s),   Phi = n . c - d + o m_x - rho s.
--
--- For |w| = 1 across the axis (0, w) . m >= -s, with equality at y alone when
--- s > 0: so it is the lowest point, and Phi the distance. Where s > 0, Phi has all
--- derivatives; that of y, which is held by its own minimum, drops out of the first,
--- so n v is the normal velocity of the material at y. The second grow like rho/s.
--- At s = 0 the disc lies flat, its whole rim touches, and Phi has a kink. Flatter
--- than 2^-20 there is no row, and the division that the point needs says so; in the
--- air, where none is wanted, a disc may be as flat as it likes.

form["rim-ground"] = { bodies = { false, "body" }, params = { 10, 2 },
  contact = function(directions, _, q, _, v, ground, p)
    local n, offset = ground_of(ground)
    local R = f.rotation(q)
    local m = f.into(R, n)
    local square = m[2] * m[2] + m[3] * m[3]
    local s = perp.sqrt(perp.where(square - 2.0 ^ -40, square, 0))
    local r = f.out(R, { p[2], -p[1] * m[2] / s, -p[1] * m[3] / s })
    local _, slips = on_ground(directions, ground, q, f.velocity(R, v, r), 0)
    return f.dot(n, q) - offset + p[2] * m[1] - p[1] * perp.sqrt(square), slips
  end }

--- ## Spheres
--
--- The normal points from A to B; each touches at its own surface.

form["sphere-sphere"] = { bodies = { "body", "body" }, params = { 1, 1 },
  contact = function(directions, qa, qb, va, vb, a, b)
    local d = f.minus(qb, qa)
    local distance = perp.sqrt(f.dot(d, d))
    local n = { d[1] / distance, d[2] / distance, d[3] / distance }
    local rel = f.minus(f.velocity(f.rotation(qb), vb, f.times(-b[1], n)),
      f.velocity(f.rotation(qa), va, f.times(a[1], n)))
    local t, u = f.tangents(n)
    return distance - a[1] - b[1],
      f.slips(directions, f.dot(t, rel), f.dot(u, rel))
  end }

form["point-sphere"] = { bodies = { "body", "point" }, params = { 1, 0 },
  contact = function(directions, qa, qb, va, vb, a)
    local d = f.minus(qb, qa)
    local distance = perp.sqrt(f.dot(d, d))
    local n = { d[1] / distance, d[2] / distance, d[3] / distance }
    local rel = f.minus(vb, f.velocity(f.rotation(qa), va, f.times(a[1], n)))
    local t, u = f.tangents(n)
    return distance - a[1], f.slips(directions, f.dot(t, rel), f.dot(u, rel))
  end }

--- ## A point against the faces of a moving box
--
--- In the box's own directions the point is at x, and the gap is the largest of
--- |x_i| - half_i; that face is touched. Near an edge, outside, this is the gap
--- of the nearer face and no distance. The velocity of the point against the
--- box's material, in the directions of the box, is R'(u - v) - w x x, and the
--- tangents of face i are the directions i+1 and i+2.
local function in_box(directions, q, v, half, point, velocity)
  local R = f.rotation(q)
  local x = f.into(R, f.minus(point, q))
  local rel = f.minus(f.into(R, f.minus(velocity, v)),
    f.cross({ v[4], v[5], v[6] }, x))
  local g = { perp.abs(x[1]) - half[1], perp.abs(x[2]) - half[2],
    perp.abs(x[3]) - half[3] }
  local rest = perp.max(g[2], g[3])
  local function chosen(a, b, c)
    return perp.where(g[1] - rest, a, perp.where(g[2] - g[3], b, c))
  end
  return perp.max(g[1], rest), f.slips(directions,
    chosen(rel[2], rel[3], rel[1]), chosen(rel[3], rel[1], rel[2]))
end

form["point-box"] = { bodies = { "body", "point" }, params = { 3, 0 },
  contact = function(directions, qa, qb, va, vb, half)
    return in_box(directions, qa, va, half, qb, vb)
  end }

form["corner-box"] = { bodies = { "body", "body" }, params = { 3, 3 },
  contact = function(directions, qa, qb, va, vb, half, p)
    local R = f.rotation(qb)
    local r = f.out(R, p)
    return in_box(directions, qa, va, half, f.plus(qb, r),
      f.velocity(R, vb, r))
  end }

--- ## A sphere against a box
---
--- The point of the box nearest to the sphere's centre x (in the box's own
--- directions) is x clamped to the half sides, y; outside, the gap is |x - y| - r
--- and n is along x - y, be y on a face, an edge or a corner. With the centre
--- inside the box there is no such direction; then the nearest face counts. A rod
--- is a box without thickness.

form["sphere-box"] = { bodies = { "body", "body" }, params = { 3, 1 },
  contact = function(directions, qa, qb, va, vb, half, p)
    local R, g, d, n = f.rotation(qa), {}, {}, {}
    local x = f.into(R, f.minus(qb, qa))
    for i = 1, 3 do
      g[i] = perp.abs(x[i]) - half[i]
      d[i] = x[i] - perp.max(-half[i], perp.min(half[i], x[i]))
    end
    local square, deepest = f.dot(d, d), perp.max(g[1], g[2], g[3])
    local outside = square - 2.0 ^ -80 -- m^2
    local distance = perp.sqrt(perp.where(outside, square, 1))
    local taken = { g[1] - deepest, g[2] - deepest, g[3] - deepest }
    for i = 1, 3 do
      local before = i == 1 and -1 or i == 2 and taken[1] or
        perp.max(taken[1], taken[2])
      local face = perp.where(taken[i], perp.where(before, 0, 1), 0)
      n[i] = perp.where(outside, d[i] / distance,
        perp.where(x[i], face, -face))
    end
    local gap = perp.where(outside, distance, deepest)
    local normal = f.out(R, n)
    local rel = f.minus(
      f.velocity(f.rotation(qb), vb, f.times(-p[1], normal)),
      f.velocity(R, va, f.out(R, f.minus(x, f.times(gap, n)))))
    local t, u = f.tangents(normal)
    return gap - p[1], f.slips(directions, f.dot(t, rel), f.dot(u, rel))
  end }

--- ## An edge against an edge
--
--- An edge has the parameters m (its middle), e (half its vector), the outward
--- normals a, b of its two faces, and a depth. Two edges touch where their
--- lines are nearest. With c = e_A x e_B and r from middle to middle,
--
---     n = +-c/|c|,  gap = n . r,
---     s = (r x e_B) . c / |c|^2,  t = (r x e_A) . c / |c|^2
--
--- at the points m_A + s e_A and m_B + t e_B. **The sign:** n points out of A
--- and into B, n . (a_A + b_A - a_B - b_B) >= 0, so that the gap is positive
--- when the edges are apart and negative when they have passed each other.
--
--- A line distance says nothing unless the edges face each other there. So the
--- gap is the line distance only where
--
---  * the lines cross at an angle above 1e-3 (parallel edges touch with their
---    ends, as corners on faces),
---  * both nearest points lie on the edges: |s|, |t| <= 1,
---  * n lies between the normals of A's faces and -n between B's,
---  * the edges have not passed each other by more than a quarter of the two
---    depths (half the least side of each box): else another pair of edges,
---    far behind, would be taken for this one.
--
--- Elsewhere it is the length of A's half edge: there is no contact. At the
--- border of that region the gap jumps. A rod is an edge without faces; it
--- takes its normal from the other edge.

local function edge(q, v, p)
  local R = f.rotation(q)
  local middle = f.out(R, { p[1], p[2], p[3] })
  return { R = R, q = q, v = v, m = middle, at = f.plus(q, middle),
    e = f.out(R, { p[4], p[5], p[6] }), a = f.out(R, { p[7], p[8], p[9] }),
    b = f.out(R, { p[10], p[11], p[12] }), depth = p[13] }
end

--- The material velocity at the fraction s of the half edge.
local function edge_velocity(x, s)
  return f.velocity(x.R, x.v, f.plus(x.m, f.times(s, x.e)))
end

local slack = 2.0 ^ -30 -- an angle: faces that lie flat on each other

local function facing(a, b, n, gap, s, t, crossing)
  local inner = perp.min(f.dot(n, a.a), f.dot(n, a.b), -f.dot(n, b.a),
    -f.dot(n, b.b)) + slack
  return perp.min(crossing, 1 - perp.abs(s), 1 - perp.abs(t), inner,
    gap + (a.depth + b.depth) / 4)
end

form["edge-edge"] = { bodies = { "body", "body" }, params = { 13, 13 },
  contact = function(directions, qa, qb, va, vb, pa, pb)
    local a, b = edge(qa, va, pa), edge(qb, vb, pb)
    local c, r = f.cross(a.e, b.e), f.minus(b.at, a.at)
    local ee, cc = f.dot(a.e, a.e), f.dot(c, c)
    local crossing = cc - 2.0 ^ -20 * ee * f.dot(b.e, b.e)
    local square = perp.where(crossing, cc, 1) -- never zero
    local out = f.minus(f.plus(a.a, a.b), f.plus(b.a, b.b))
    local length = perp.sqrt(square)
    local signed = perp.where(f.dot(c, out), length, -length)
    local n = { c[1] / signed, c[2] / signed, c[3] / signed }
    local gap, long = f.dot(n, r), perp.sqrt(ee)
    local s = f.dot(f.cross(r, b.e), c) / square
    local t = f.dot(f.cross(r, a.e), c) / square
    local rel = f.minus(edge_velocity(b, t), edge_velocity(a, s))
    local along = { a.e[1] / long, a.e[2] / long, a.e[3] / long }
    return perp.where(facing(a, b, n, gap, s, t, crossing), gap, long),
      f.slips(directions, f.dot(along, rel), f.dot(f.cross(n, along), rel))
  end }

--- ## The kinds

local size = { point = { 3, 3 }, body = { 7, 6 }, [false] = { 0, 0 } }

local function made(name, k, directions)
  local x = form[name]
  local a, b = x.bodies[1], x.bodies[2]
  return perp.kind { name = name .. (k ~= 4 and "." .. k or ""),
    coords = { size[a][1], size[b][1] }, vels = { size[a][2], size[b][2] },
    params = x.params,
    rates = (a == "body" or b == "body") and
      { a == "body" and f.rates, b == "body" and f.rates } or nil,
    contact = function(...)
      return x.contact(directions, ...)
    end }
end

local all = {}

function contacts.of(k)
  all[k] = all[k] or setmetatable({}, { __index = function(list, name)
    list.directions = rawget(list, "directions") or f.directions(k)
    list[name] = made(name, k, list.directions)
    return list[name]
  end })
  return all[k]
end

return contacts
