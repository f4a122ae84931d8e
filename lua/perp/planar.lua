--- # Bodies in the plane
--
---     local planar = require "perp.planar"
---     local world = planar.world { gravity = { 0, -9.81 }, mu = 0.5 }
---     world:box { name = "block", mass = 2, width = 1, height = 0.5 }
---     world:disc { name = "ball", mass = 1, radius = 0.2 }
---     return { system = world:system(), h = 0.01, T = 1, q = ..., v = ... }
--
--- A body has coordinates x, y of its centre and (all but points) the angle th.
--- Contacts are kinds: a gap, and a slip that is the velocity of one body
--- relative to the other along the tangent, each taken from the velocity field
--- v + w x r of its body at the contact. The point of contact is not fixed in
--- the body: a disc rolls. Gradients are taken by the recorder; nothing here
--- differentiates.

local core = require "perp.core"
core.library()
local perp = require "perp"
local record = require "perp.record"

local planar = {}
local world = {}
world.__index = world
require("perp.joints").planar(world)
require("perp.links").planar(world)

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
--- offset), a disc with its radius, or a box with its half sides.

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

--- For tests and for scenes that bind by themselves. Each is made when first asked
--- for.
planar.kinds = setmetatable({}, { __index = function(kinds, name)
  kinds[name] = forms[name] and perp.kind(forms[name])
  return rawget(kinds, name)
end })

--- ## Worlds

local function positive(t, key, what)
  local x = t[key]
  if type(x) ~= "number" and not core.isratio(x) or not (x > 0) then
    record.fail(("%s: %s must be a positive number, not %s"):format(what, key,
      tostring(x)), key)
  end
  return x
end

local function pair(t, key, default)
  local x = t[key] or default
  if type(x) ~= "table" or #x ~= 2 then
    record.fail(("%s = { x, y } is wanted"):format(key), key)
  end
  return x
end

--- The ground as parameters of a side: unit normal and offset.
local function ground_params(ground)
  record.keys(ground, { "point", "normal", "name" }, "ground")
  local p, n = pair(ground, "point", { 0, 0 }), pair(ground, "normal", { 0, 1 })
  local length = perp.sqrt(n[1] * n[1] + n[2] * n[2])
  if not (length > 0) then
    record.fail("ground: the normal must not be zero", "normal")
  end
  local nx, ny = n[1] / length, n[2] / length
  return { nx, ny, nx * p[1] + ny * p[2] }
end

--- `planar.world{ gravity, mu, ground, force, collide }`: `ground` is the half
--- plane y >= 0, `{ point, normal, name }`, or false; `force` = function(t, q,
--- v) gives a force for every coordinate; `collide` = false leaves out contacts
--- between bodies.
function planar.world(t)
  t = t or {}
  record.keys(t, { "gravity", "mu", "ground", "force", "collide" },
    "planar.world")
  local ground = t.ground
  if ground == nil then
    ground = {}
  end
  local w = setmetatable({ bodies = {}, joints = {}, mu = t.mu or 0,
    gravity = pair(t, "gravity", { 0, -9.81 }), force = t.force,
    collide = t.collide ~= false }, world)
  if ground then
    w.ground = { name = ground.name or "ground",
      params = ground_params(ground) }
  end
  return w
end

local function add(w, kind, t, keys, inertia)
  local what = kind .. " " .. (t.name or #w.bodies + 1)
  table.move({ "name", "mass", "mu", "coordinates", "force" }, 1, 5, #keys + 1,
    keys)
  record.keys(t, keys, what)
  local body = { kind = kind, name = t.name, mass = positive(t, "mass", what),
    mu = t.mu or w.mu, coordinates = t.coordinates, force = t.force,
    size = kind == "point" and 2 or 3, form = t, what = what }
  if inertia then
    body.inertia = t.inertia and positive(t, "inertia", what) or inertia()
  end
  w.bodies[#w.bodies + 1] = body
  return body
end

--- A mass point with the coordinates x, y.
function world:point(t)
  return add(self, "point", t, {})
end

--- A homogeneous disc: inertia m r^2 / 2 unless given.
function world:disc(t)
  local r = positive(t, "radius", "disc")
  return add(self, "disc", t, { "radius", "inertia" }, function()
    return t.mass * r * r / 2
  end)
end

--- A homogeneous rectangle: inertia m (a^2 + b^2) / 12.
function world:box(t)
  local a, b = positive(t, "width", "box"), positive(t, "height", "box")
  return add(self, "box", t, { "width", "height", "inertia" }, function()
    return t.mass * (a * a + b * b) / 12
  end)
end

--- A homogeneous thin rod along its own x: inertia m l^2 / 12.
function world:rod(t)
  local l = positive(t, "length", "rod")
  return add(self, "rod", t, { "length", "inertia" }, function()
    return t.mass * l * l / 12
  end)
end

--- `world:joint{ "pin", function(q) return ... end }`: an expression that stays
--- zero.
function world:joint(t)
  if type(t) ~= "table" or type(t[1]) ~= "string" or
    type(t[2]) ~= "function" then
    record.fail("world:joint { name, function(q) return expression end }")
  end
  self.joints[#self.joints + 1] = t
end

--- ## The system of a world

local function coordinates(w)
  local names, tags = {}, { "x", "y", "th" }
  for i, body in ipairs(w.bodies) do
    local own = body.coordinates
    if not body.name and not own and #w.bodies > 1 then
      record.fail(("%s needs a name: there are %d bodies"):format(body.what,
        #w.bodies))
    elseif own and #own ~= body.size then
      record.fail(("%s: %d coordinates are wanted"):format(body.what,
        body.size), "coordinates")
    end
    body.at, body.names = #names + 1, {}
    for k = 1, body.size do
      body.names[k] = own and own[k] or
        body.name and body.name .. "." .. tags[k] or tags[k]
      names[#names + 1] = body.names[k]
    end
    body.order = i
  end
  return names
end

local function mass(w, n)
  local rows = {}
  for i = 1, n do
    rows[i] = {}
    for k = 1, n do
      rows[i][k] = 0
    end
  end
  for _, body in ipairs(w.bodies) do
    for k = 1, body.size do
      local i = body.at + k - 1
      rows[i][i] = k == 3 and body.inertia or body.mass
    end
  end
  return rows
end

local function added(list, at, extra, n, what)
  if type(extra) ~= "table" or #extra ~= n then
    core.fail(("%s: force must return a list of %d"):format(what, n))
  end
  for k = 1, n do
    list[at + k - 1] = list[at + k - 1] + extra[k]
  end
end

local function force(w, n, t, q, v)
  local list = {}
  for i = 1, n do
    list[i] = 0
  end
  for _, body in ipairs(w.bodies) do
    added(list, body.at, { body.mass * w.gravity[1],
      body.mass * w.gravity[2] }, 2, "gravity")
    if body.force then
      added(list, body.at, body.force(t, q, v), body.size, body.what)
    end
  end
  if w.force then
    added(list, 1, w.force(t, q, v), n, "planar.world")
  end
  return list
end

--- The system of the bodies, joints and contacts so far. The mass is a constant
--- and no function: there is nothing to replay.
function world:system()
  if #self.bodies == 0 then
    record.fail("world:system(): the world has no body")
  end
  local names = coordinates(self)
  local n = #names
  local bindings, never = require "perp.planar_bodies"(self, planar.kinds)
  return perp.system { coordinates = names, never = never,
    mass = mass(self, n),
    force = function(t, q, v)
      return force(self, n, t, q, v)
    end,
    joints = #self.joints > 0 and function(q)
      local list = {}
      for i, joint in ipairs(self.joints) do
        list[i] = { name = joint[1], joint[2](q) }
      end
      return list
    end or nil,
    springs = self:linked(), measures = self:measured(), picture = function()
      return require "perp.movie_bodies".picture(self, 2)
    end,
    bindings = bindings }
end

return planar
