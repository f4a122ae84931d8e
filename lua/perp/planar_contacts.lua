--- # Contacts of bodies in the plane
--
--- Contacts are kinds: a gap, and a slip that is the velocity of one body
--- relative to the other along the tangent, each taken from the velocity field
--- v + w x r of its body at the contact. The point of contact is not fixed in
--- the body: a disc rolls. Gradients are taken by the recorder; nothing here
--- differentiates.

local core = require "perp.core"
core.library()
local perp = require "perp"

--- ## Points, normals, velocities

--- The velocity of the point at r from the centre: v + w x r.
local function velocity(v, rx, ry)
  return v[1] - v[3] * ry, v[2] + v[3] * rx
end

--- The point (a, b) of the body, seen from its centre in world directions.
local function turned(q, a, b)
  local c, s = perp.cos(q[3]), perp.sin(q[3])
  return a * c - b * s, a * s + b * c
end

--- The tangent of a normal (nx, ny) is (ny, -nx): to the right of "up".
local function along(nx, ny, vx, vy)
  return ny * vx - nx * vy
end

--- ## The kinds
--
--- Side A is the ground with parameters nx, ny, n.p (a unit normal and its
--- offset), a disc with its radius, a box with its half sides, or a hull: a box or a
--- segment with half sides, and how far its surface lies from them.

local forms = {}

forms.point_ground = { name = "point-ground", coords = { 0, 2 },
  params = { 3, 0 },
  contact = function(_, q, _, v, ground)
    local nx, ny, offset = ground[1], ground[2], ground[3]
    return nx * q[1] + ny * q[2] - offset, { along(nx, ny, v[1], v[2]) }
  end }

--- The disc touches at r = -radius n.
forms.disc_ground = { name = "disc-ground", coords = { 0, 3 },
  params = { 3, 1 },
  contact = function(_, q, _, v, ground, disc)
    local nx, ny, offset, r = ground[1], ground[2], ground[3], disc[1]
    local vx, vy = velocity(v, -r * nx, -r * ny)
    return nx * q[1] + ny * q[2] - offset - r, { along(nx, ny, vx, vy) }
  end }

forms.corner_ground = { name = "corner-ground", coords = { 0, 3 },
  params = { 3, 2 },
  contact = function(_, q, _, v, ground, corner)
    local nx, ny, offset = ground[1], ground[2], ground[3]
    local rx, ry = turned(q, corner[1], corner[2])
    local vx, vy = velocity(v, rx, ry)
    return nx * (q[1] + rx) + ny * (q[2] + ry) - offset,
      { along(nx, ny, vx, vy) }
  end }

--- The normal points from A to B, and each disc touches at its own surface.
forms.disc_disc = { name = "disc-disc", coords = { 3, 3 },
  params = { 1, 1 },
  contact = function(qa, qb, va, vb, a, b)
    local dx, dy = qb[1] - qa[1], qb[2] - qa[2]
    local distance = perp.sqrt(dx * dx + dy * dy)
    local nx, ny = dx / distance, dy / distance
    local ax, ay = velocity(va, a[1] * nx, a[1] * ny)
    local bx, by = velocity(vb, -b[1] * nx, -b[1] * ny)
    return distance - a[1] - b[1], { along(nx, ny, bx - ax, by - ay) }
  end }

forms.point_disc = { name = "point-disc", coords = { 3, 2 },
  params = { 1, 0 },
  contact = function(qa, qb, va, vb, a)
    local dx, dy = qb[1] - qa[1], qb[2] - qa[2]
    local distance = perp.sqrt(dx * dx + dy * dy)
    local nx, ny = dx / distance, dy / distance
    local ax, ay = velocity(va, a[1] * nx, a[1] * ny)
    return distance - a[1], { along(nx, ny, vb[1] - ax, vb[2] - ay) }
  end }

--- A point (px, py) with velocity (vx, vy) and a box: in the directions of the
--- box the point is (u, w), and the gap is the larger of |u| - half width and
--- |w| - half height. The face that is larger is the one touched.
local function in_box(q, v, half, px, py, vx, vy)
  local dx, dy = px - q[1], py - q[2]
  local c, s = perp.cos(q[3]), perp.sin(q[3])
  local u, w = c * dx + s * dy, c * dy - s * dx
  local side, top = perp.abs(u) - half[1], perp.abs(w) - half[2]
  local ax, ay = velocity(v, dx, dy)
  local rx, ry = vx - ax, vy - ay
  return perp.max(side, top), { perp.where(side - top,
    perp.where(u, along(c, s, rx, ry), along(-c, -s, rx, ry)),
    perp.where(w, along(-s, c, rx, ry), along(s, -c, rx, ry))) }
end

forms.point_box = { name = "point-box", coords = { 3, 2 },
  params = { 2, 0 },
  contact = function(qa, qb, va, vb, half)
    return in_box(qa, va, half, qb[1], qb[2], vb[1], vb[2])
  end }

forms.corner_box = { name = "corner-box", coords = { 3, 3 },
  params = { 2, 2 },
  contact = function(qa, qb, va, vb, half, corner)
    local rx, ry = turned(qb, corner[1], corner[2])
    local vx, vy = velocity(vb, rx, ry)
    return in_box(qa, va, half, qb[1] + rx, qb[2] + ry, vx, vy)
  end }

--- ## Hulls
--
--- The point of a box nearest to x (in the box's own directions) is x clamped to the
--- half sides, y. Outside, the distance is |x - y| and the normal is along x - y, be
--- y on a face or a corner. With x inside the box there is no such direction; then
--- the nearest face counts. A segment is a box without thickness, and has no inside.
--- The surface of a hull lies `half[3]` outside of the box, that of B's end r around
--- the point (px, py), which moves with (vx, vy) and turns with w.

--- Of the centre of B's end in A's own directions.
local function seen(q, px, py)
  local dx, dy = px - q[1], py - q[2]
  local c, s = perp.cos(q[3]), perp.sin(q[3])
  return { dx = dx, dy = dy, c = c, s = s, x = c * dx + s * dy,
    y = c * dy - s * dx }
end

--- The contact when the centre is `gap` outside of A along (nx, ny), in A's own
--- directions, and A's surface `thick` outside.
local function on_round(v, from, nx, ny, gap, thick, vx, vy, w, r)
  local mx, my = from.c * nx - from.s * ny, from.s * nx + from.c * ny
  local own = gap - thick
  local ax, ay = velocity(v, from.dx - own * mx, from.dy - own * my)
  return own - r, { along(mx, my, vx + w * r * my - ax, vy - w * r * mx - ay) }
end

local tiny = 2.0 ^ -80 -- m^2: nearer than that there is no direction

local function near_hull(q, v, half, px, py, vx, vy, w, r)
  local from = seen(q, px, py)
  local x, y = from.x, from.y
  local ex = x - perp.max(-half[1], perp.min(half[1], x))
  local ey = y - perp.max(-half[2], perp.min(half[2], y))
  local side, top = perp.abs(x) - half[1], perp.abs(y) - half[2]
  local square = ex * ex + ey * ey
  local outside = square - tiny
  local distance = perp.sqrt(perp.where(outside, square, 1))
  local wide = side - top
  local nx = perp.where(outside, ex / distance,
    perp.where(wide, perp.where(x, 1, -1), 0))
  local ny = perp.where(outside, ey / distance,
    perp.where(wide, 0, perp.where(y, 1, -1)))
  return on_round(v, from, nx, ny,
    perp.where(outside, distance, perp.max(side, top)), half[3], vx, vy, w, r)
end

forms.point_hull = { name = "point-hull", coords = { 3, 2 },
  params = { 3, 0 },
  contact = function(qa, qb, va, vb, half)
    return near_hull(qa, va, half, qb[1], qb[2], vb[1], vb[2], 0, 0)
  end }

forms.disc_hull = { name = "disc-hull", coords = { 3, 3 },
  params = { 3, 1 },
  contact = function(qa, qb, va, vb, half, disc)
    return near_hull(qa, va, half, qb[1], qb[2], vb[1], vb[2], vb[3], disc[1])
  end }

forms.corner_hull = { name = "corner-hull", coords = { 3, 3 },
  params = { 3, 2 },
  contact = function(qa, qb, va, vb, half, corner)
    local rx, ry = turned(qb, corner[1], corner[2])
    local vx, vy = velocity(vb, rx, ry)
    return near_hull(qa, va, half, qb[1] + rx, qb[2] + ry, vx, vy, 0, 0)
  end }

--- A round end: a point of the body and a radius.
forms.end_hull = { name = "end-hull", coords = { 3, 3 },
  params = { 3, 3 },
  contact = function(qa, qb, va, vb, half, tip)
    local rx, ry = turned(qb, tip[1], tip[2])
    local vx, vy = velocity(vb, rx, ry)
    return near_hull(qa, va, half, qb[1] + rx, qb[2] + ry, vx, vy, vb[3],
      tip[3])
  end }

forms.end_ground = { name = "end-ground", coords = { 0, 3 },
  params = { 3, 3 },
  contact = function(_, q, _, v, ground, tip)
    local nx, ny, offset, r = ground[1], ground[2], ground[3], tip[3]
    local rx, ry = turned(q, tip[1], tip[2])
    local vx, vy = velocity(v, rx - r * nx, ry - r * ny)
    return nx * (q[1] + rx) + ny * (q[2] + ry) - offset - r,
      { along(nx, ny, vx, vy) }
  end }

--- ## Polygons
--
--- A convex polygon is the set n_i . x <= d_i, and the gap of a point is the largest
--- of n_i . x - d_i: that face is touched, as of a box. A kind for each number of
--- faces, with three parameters a face.
local function face_of(m, faces, x, y)
  local gap, nx, ny
  for i = 1, 3 * m, 3 do
    local g = faces[i] * x + faces[i + 1] * y - faces[i + 2]
    if not gap then
      gap, nx, ny = g, faces[1], faces[2]
    else
      local over = g - gap
      nx = perp.where(over, faces[i], nx)
      ny = perp.where(over, faces[i + 1], ny)
      gap = perp.max(gap, g)
    end
  end
  return gap, nx, ny
end

local function in_polygon(m, q, v, faces, px, py, vx, vy)
  local from = seen(q, px, py)
  local gap, nx, ny = face_of(m, faces, from.x, from.y)
  local ax, ay = velocity(v, from.dx, from.dy)
  return gap, { along(from.c * nx - from.s * ny, from.s * nx + from.c * ny,
    vx - ax, vy - ay) }
end

--- What is round touches the nearest point of the nearest side; with its centre
--- inside, the nearest face. Behind the faces the vertices are parameters, too.
local function near_polygon(m, q, v, p, px, py, vx, vy, w, r)
  local from = seen(q, px, py)
  local inside, fx, fy = face_of(m, p, from.x, from.y)
  local square, ex, ey
  for i = 1, m do
    local a, b = 3 * m + 2 * i - 1, 3 * m + 2 * (i % m) + 1
    local sx, sy = p[b] - p[a], p[b + 1] - p[a + 1]
    local x, y = from.x - p[a], from.y - p[a + 1]
    local t = (x * sx + y * sy) / (sx * sx + sy * sy)
    t = perp.max(0, perp.min(1, t))
    x, y = x - t * sx, y - t * sy
    local new = x * x + y * y
    local better = square and square - new
    ex, ey = better and perp.where(better, x, ex) or x,
      better and perp.where(better, y, ey) or y
    square = better and perp.where(better, new, square) or new
  end
  local outside = perp.min(inside, square - tiny)
  local distance = perp.sqrt(perp.where(outside, square, 1))
  return on_round(v, from, perp.where(outside, ex / distance, fx),
    perp.where(outside, ey / distance, fy),
    perp.where(outside, distance, inside), 0, vx, vy, w, r)
end

--- B is a point, a corner, a disc or an end.
local function polygon(shape, m)
  local round = shape == "disc" or shape == "end"
  local own = { point = 0, corner = 2, disc = 1, ["end"] = 3 }
  return { name = shape .. "-polygon" .. m,
    coords = { 3, shape == "point" and 2 or 3 },
    params = { (round and 5 or 3) * m, own[shape] },
    contact = function(qa, qb, va, vb, p, b)
      local rx, ry, vx, vy = 0, 0, vb[1], vb[2]
      if shape == "corner" or shape == "end" then
        rx, ry = turned(qb, b[1], b[2])
        vx, vy = velocity(vb, rx, ry)
      end
      if not round then
        return in_polygon(m, qa, va, p, qb[1] + rx, qb[2] + ry, vx, vy)
      end
      return near_polygon(m, qa, va, p, qb[1] + rx, qb[2] + ry, vx, vy, vb[3],
        b[3] or b[1])
    end }
end

--- Each kind is made when first asked for.
return setmetatable({}, { __index = function(kinds, name)
  local shape, m = name:match("^(%w+)_polygon(%d+)$")
  local form = forms[name] or shape and polygon(shape, tonumber(m))
  kinds[name] = form and perp.kind(form)
  return rawget(kinds, name)
end })
