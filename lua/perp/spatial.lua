--- # Bodies in space
---
---     local spatial = require "perp.spatial"
---     local world = spatial.world { mu = 0.5, directions = 8 }
---     local block = world:box { name = "block", mass = 2, size = { 1, 1, 0.5 } }
---     local q, v = world:state { block = { at = { 0, 0, 0.25 } } }
---     return { system = world:system(), q = q, v = v, h = 0.01, T = 1 }
---
--- A body has the coordinates x, y, z of its centre and (all but points) the
--- quaternion q0..q3; its velocities are vx, vy, vz in the directions of the
--- world and wx, wy, wz in its own. In these M is constant,
---
---     M = diag(m, m, m, I1, I2, I3),  F = [I w]x on the turning part,
---
--- because I w' = -w x I w = [I w]x w. F is antisymmetric, so u'F u = 0: it
--- does no work. AP02 writes this force -K_c w with K_c = -[I w]x; the
--- translation has no such force, because vx, vy, vz keep the world's
--- directions.

local core = require "perp.core"
core.library()
local perp = require "perp"
local record = require "perp.record"
local contacts = require "perp.spatial_contacts"
local f = require "perp.spatial_frame"

local spatial = { turn = f.turn, frame = f, contacts = contacts }
local world = {}
world.__index = world
require("perp.joints").spatial(world)
require("perp.links").spatial(world)

--- ## Worlds

local function is_number(x)
  return math.type(x) ~= nil or core.isratio(x)
end

local function positive(x, key, what)
  if not is_number(x) or not (x > 0) then
    record.fail(("%s: %s must be a positive number, not %s"):format(what, key,
      tostring(x)), key)
  end
  return x
end

local function vector(x, key, n, what)
  local ok = type(x) == "table" and #x == n
  for i = 1, ok and n or 0 do
    ok = ok and is_number(x[i])
  end
  if not ok then
    record.fail(("%s: %s wants a list of %d numbers"):format(what, key, n), key)
  end
  return x
end

--- The ground as parameters of a side: unit normal, offset, two tangents.
local function ground_params(ground)
  record.keys(ground, { "point", "normal", "name" }, "ground")
  local p = vector(ground.point or { 0, 0, 0 }, "point", 3, "ground")
  local n = vector(ground.normal or { 0, 0, 1 }, "normal", 3, "ground")
  if not (f.dot(n, n) > 0) then
    record.fail("ground: the normal must not be zero", "normal")
  end
  n = f.unit(n)
  local t, u = { 1, 0, 0 }, { 0, 1, 0 }
  if n[3] ~= 1 then
    t, u = f.tangents(n)
  end
  return { n[1], n[2], n[3], f.dot(n, p), t[1], t[2], t[3], u[1], u[2], u[3] }
end

--- `spatial.world{ gravity, mu, ground, force, collide, directions }`: `ground`
--- is the half space z >= 0, `{ point, normal, name }`, or false; `directions`
--- the columns of D for each contact, 4 when absent; `collide` = false leaves
--- out contacts between bodies.
function spatial.world(t)
  t = t or {}
  record.keys(t, { "gravity", "mu", "ground", "force", "collide",
    "directions" }, "spatial.world")
  local ground, k = t.ground, math.tointeger(t.directions or 4) or 0
  if k < 4 or k > 64 or k % 2 ~= 0 then
    record.fail(("directions is an even number from 4 to 64, not %s"):format(
      tostring(t.directions)), "directions")
  end
  local w = setmetatable({ bodies = {}, joints = {}, mu = t.mu or 0,
    gravity = vector(t.gravity or { 0, 0, -9.81 }, "gravity", 3, "world"),
    force = t.force, collide = t.collide ~= false, kinds = contacts.of(k) },
    world)
  if ground ~= false then
    ground = ground or {}
    w.ground = { name = ground.name or "ground",
      params = ground_params(ground) }
  end
  return w
end

local function add(w, kind, t, keys, inertia)
  local what = ("%s %s"):format(kind, type(t) == "table" and t.name or
    #w.bodies + 1)
  record.keys(t, table.move(keys, 1, #keys, 5, { "name", "mass", "mu",
    "force" }), what)
  local body = { kind = kind, name = t.name, what = what, form = t,
    mass = positive(t.mass, "mass", what), mu = t.mu or w.mu, force = t.force,
    size = kind == "point" and 3 or 7, vels = kind == "point" and 3 or 6 }
  if inertia then
    body.inertia = vector(t.inertia or inertia(body), "inertia", 3, what)
    for i = 1, 3 do
      positive(body.inertia[i], "inertia", what)
    end
  end
  w.bodies[#w.bodies + 1] = body
  return body
end

--- A mass point.
function world:point(t)
  return add(self, "point", t, {})
end

--- A homogeneous ball: inertia 2 m r^2 / 5 unless given.
function world:sphere(t)
  return add(self, "sphere", t, { "radius", "inertia" }, function(body)
    local r = positive(t.radius, "radius", body.what)
    local i = 2 * body.mass * r * r / 5
    return { i, i, i }
  end)
end

--- A homogeneous box with the sides `size`: inertia m (b^2 + c^2) / 12 about
--- the first, and so on.
function world:box(t)
  return add(self, "box", t, { "size", "inertia" }, function(body)
    local s, i = vector(t.size, "size", 3, body.what), {}
    for k = 1, 3 do
      positive(s[k], "size", body.what)
    end
    for k = 1, 3 do
      local b, c = s[k % 3 + 1], s[(k + 1) % 3 + 1]
      i[k] = body.mass * (b * b + c * c) / 12
    end
    return i
  end)
end

--- A homogeneous rod along its own x. Its contacts have no thickness; its
--- inertia has that of a cylinder, m r^2 / 2 and m (3 r^2 + l^2) / 12, because
--- every turn needs some. `radius` is length/100 when absent.
function world:rod(t)
  return add(self, "rod", t, { "length", "radius", "inertia" }, function(body)
    local l = positive(t.length, "length", body.what)
    local r = positive(t.radius or l / 100, "radius", body.what)
    local i = body.mass * (3 * r * r + l * l) / 12
    return { body.mass * r * r / 2, i, i }
  end)
end

--- Any rigid body, its inertia given; `corners` are the points of it that can
--- touch the ground and the faces of boxes.
function world:body(t)
  return add(self, "body", t, { "inertia", "corners" }, function(body)
    for i, p in ipairs(t.corners or {}) do
      vector(p, "corners", 3, ("%s, corner %d"):format(body.what, i))
    end
    return t.inertia
  end)
end

--- `world:joint{ "pin", function(q) return ... end }`: an expression that stays
--- zero. The joints of perp.joints are made of these.
function world:joint(t)
  if type(t) ~= "table" or type(t[1]) ~= "string" or
    type(t[2]) ~= "function" then
    record.fail("world:joint { name, function(q) return expression end }")
  end
  self.joints[#self.joints + 1] = t
end

--- ## Names and states

local q_tags = { "x", "y", "z", "q0", "q1", "q2", "q3" }
local v_tags = { "vx", "vy", "vz", "wx", "wy", "wz" }

local function names(w)
  local q, v = {}, {}
  for _, body in ipairs(w.bodies) do
    if not body.name and #w.bodies > 1 then
      record.fail(("%s needs a name: there are %d bodies"):format(body.what,
        #w.bodies))
    end
    local stem = body.name and body.name .. "." or ""
    body.at, body.names, body.vat, body.vnames = #q + 1, {}, #v + 1, {}
    for k = 1, body.size do
      body.names[k] = stem .. q_tags[k]
      q[#q + 1] = body.names[k]
    end
    for k = 1, body.vels do
      body.vnames[k] = stem .. v_tags[k]
      v[#v + 1] = body.vnames[k]
    end
  end
  return q, v
end

--- `world:state{ NAME = { at, turn, velocity, spin } }` gives the initial q and
--- v; what is absent is the origin, no turn, rest. With one body without a name
--- the inner table alone is given.
function world:state(t)
  names(self)
  local single = #self.bodies == 1 and not self.bodies[1].name
  local known, q, v = {}, {}, {}
  for i, body in ipairs(self.bodies) do
    known[i] = body.name
  end
  record.keys(t or {}, single and { "at", "turn", "velocity", "spin" } or
    known, "world:state")
  for _, body in ipairs(self.bodies) do
    local s = single and t or t and t[body.name] or {}
    record.keys(s, { "at", "turn", "velocity", "spin" }, body.what)
    local function put(to, tags, from, key, default)
      local list = vector(s[key] or default, key, #default, body.what)
      for k, x in ipairs(list) do
        to[tags[from + k]] = x
      end
    end
    put(q, body.names, 0, "at", { 0, 0, 0 })
    put(v, body.vnames, 0, "velocity", { 0, 0, 0 })
    if body.kind ~= "point" then
      put(q, body.names, 3, "turn", { 1, 0, 0, 0 })
      put(v, body.vnames, 3, "spin", { 0, 0, 0 })
    end
  end
  return q, v
end

--- ## Motion

local function zeros(n, m)
  local rows = {}
  for i = 1, n do
    rows[i] = {}
    for k = 1, m do
      rows[i][k] = 0
    end
  end
  return rows
end

local function mass(w, n)
  local rows = zeros(n, n)
  for _, body in ipairs(w.bodies) do
    for k = 1, body.vels do
      local i = body.vat + k - 1
      rows[i][i] = k > 3 and body.inertia[k - 3] or body.mass
    end
  end
  return rows
end

--- F = [I w]x: the matrix of u -> (I w) x u; -K_c of AP02.
---
--- Implements AP02 (27), (28), (29), (48).
local function coriolis(w, n, v)
  local rows = zeros(n, n)
  for _, body in ipairs(w.bodies) do
    if body.kind ~= "point" then
      local at, I = body.vat + 3, body.inertia
      local x, y, z = I[1] * v[at], I[2] * v[at + 1], I[3] * v[at + 2]
      rows[at][at + 1], rows[at][at + 2] = -z, y
      rows[at + 1][at], rows[at + 1][at + 2] = z, -x
      rows[at + 2][at], rows[at + 2][at + 1] = -y, x
    end
  end
  return rows
end

--- Gamma, column by column: the rates are linear in v, so column j is what they
--- are for the j-th unit velocity.
local function rates(w, nq, nv, q)
  local rows = zeros(nq, nv)
  for _, body in ipairs(w.bodies) do
    local own = table.move(q, body.at, body.at + body.size - 1, 1, {})
    for j = 1, body.vels do
      local e = { 0, 0, 0, 0, 0, 0 }
      e[j] = 1
      local column = body.kind == "point" and e or f.rates(own, e)
      for i = 1, body.size do
        rows[body.at + i - 1][body.vat + j - 1] = column[i]
      end
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

--- A body's force is in the world's directions, its torque in the body's.
local function force(w, n, t, q, v)
  local list = zeros(1, n)[1]
  for _, body in ipairs(w.bodies) do
    added(list, body.vat, f.times(body.mass, w.gravity), 3, "gravity")
    if body.force then
      added(list, body.vat, body.force(t, q, v), body.vels, body.what)
    end
  end
  if w.force then
    added(list, 1, w.force(t, q, v), n, "spatial.world")
  end
  return list
end

--- The system of the bodies, joints and contacts so far. M, F and Gamma are
--- written here and hold no code of the scene, so they are not replayed: of ten
--- bodies they are 11,400 entries, and replay would take seconds.
function world:system()
  if #self.bodies == 0 then
    record.fail("world:system(): the world has no body")
  end
  local q_names, v_names = names(self)
  local nq, nv = #q_names, #v_names
  local function dynamics(recording)
    return mass(self, nv), recording:call(function(t, q, v)
      return force(self, nv, t, q, v)
    end, "tqv", "force"), coriolis(self, nv, recording.v),
      rates(self, nq, nv, recording.q)
  end
  local bindings, never = require "perp.spatial_bodies"(self)
  return perp.system { coordinates = q_names, velocities = v_names,
    dynamics = dynamics, never = never,
    joints = #self.joints > 0 and function(q)
      local list = {}
      for i, joint in ipairs(self.joints) do
        list[i] = { name = joint[1], joint[2](q) }
      end
      return list
    end or nil,
    springs = self:linked(), measures = self:measured(), picture = function()
      return require "perp.movie_bodies".picture(self, 3)
    end,
    bindings = bindings }
end

return spatial
