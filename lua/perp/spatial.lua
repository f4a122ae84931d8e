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

local shared = require "perp.world"
local given = require "perp.given"
local told = require "perp.told"

local spatial = { turn = f.turn, frame = f, contacts = contacts }
local world = {}
require("perp.joints").spatial(world)
require("perp.links").spatial(world)
shared.lend(world)

--- ## Worlds

--- A half space as parameters of a side: unit normal, offset, two tangents.
local function half_space(t, what)
  local p = given.vector(t, "point", 3, what, { 0, 0, 0 })
  local n = given.vector(t, "normal", 3, what, { 0, 0, 1 })
  if not (f.dot(n, n) > 0) then
    record.fail(what .. ": the normal must not be zero", "normal")
  end
  n = f.unit(n)
  local x, y = { 1, 0, 0 }, { 0, 1, 0 }
  if n[3] ~= 1 then
    x, y = f.tangents(n)
  end
  return { n[1], n[2], n[3], f.dot(n, p), x[1], x[2], x[3], y[1], y[2], y[3] }
end

local meta -- of worlds

--- `spatial.world{ gravity, mu, ground, force, collide, directions }`: `ground`
--- is the half space z >= 0, `{ point, normal, name, mu }`, or false; `directions`
--- the columns of D for each contact, 4 when absent; `collide` = false leaves
--- out contacts between bodies.
function spatial.world(t)
  t = t == nil and {} or t
  if t == spatial then
    record.fail("write spatial.world { ... }, with a dot", "world")
  end
  local what = "spatial.world"
  record.keys(t, { "gravity", "mu", "ground", "force", "collide",
    "directions", "stiffness", "damping" }, what)
  local k = math.tointeger(t.directions == nil and 4 or t.directions) or 0
  if k < 4 or k > 64 or k % 2 ~= 0 then
    record.fail(("directions is an even number from 4 to 64, not %s"):format(
      tostring(t.directions)), "directions")
  end
  local w = shared.new(meta, { mu = given.friction(t.mu, what),
    gravity = given.vector(t, "gravity", 3, what, { 0, 0, -9.81 }),
    force = given.call(t, "force", what, "function(t, q, v) ... end"),
    collide = given.flag(t, "collide", what, true),
    kinds = contacts.of(k) }, t, what)
  if t.ground ~= false then
    shared.wall(w, t.ground == nil and {} or t.ground, half_space, "ground")
  end
  return w
end

--- `world:wall{ name, point, normal, mu, motion, surface }`: a half space more.
function world:wall(t)
  return shared.wall(self, t, half_space)
end

local function add(w, kind, t, keys, inertia)
  if inertia then
    keys[#keys + 1] = "inertia"
  end
  local body = shared.body(w, kind, t, keys)
  body.size = inertia and 7 or 3
  body.vels = inertia and 6 or 3
  if inertia then
    local own = inertia(body)
    body.inertia = given.vector(t, "inertia", 3, body.what, own)
    for i = 1, 3 do
      if not (body.inertia[i] > 0) then
        record.fail(("%s: inertia must be three positive numbers"):format(
          body.what), "inertia", record.of(t))
      end
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
  return add(self, "sphere", t, { "radius" }, function(body)
    local r = given.positive(t, "radius", body.what)
    local i = 2 * body.mass * r * r / 5
    return { i, i, i }
  end)
end

--- A homogeneous box with the sides `size`: inertia m (b^2 + c^2) / 12 about
--- the first, and so on.
function world:box(t)
  return add(self, "box", t, { "size" }, function(body)
    local s, i = given.vector(t, "size", 3, body.what), {}
    for k = 1, 3 do
      if not (s[k] > 0) then
        record.fail(body.what .. ": size must be three positive numbers",
          "size", record.of(t))
      end
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
  return add(self, "rod", t, { "length", "radius" }, function(body)
    local l = given.positive(t, "length", body.what)
    local r = t.radius and given.positive(t, "radius", body.what) or l / 100
    local i = body.mass * (3 * r * r + l * l) / 12
    return { body.mass * r * r / 2, i, i }
  end)
end

--- A homogeneous disc without thickness, across its own x: an upright wheel when it
--- is not turned. Inertia m r^2 / 2 about the axis and m r^2 / 4 across it unless
--- given.
function world:disc(t)
  return add(self, "disc", t, { "radius" }, function(body)
    local r = given.positive(t, "radius", body.what)
    local i = body.mass * r * r / 4
    return { 2 * i, i, i }
  end)
end

--- A homogeneous cylinder along its own x: inertia m r^2 / 2 about its axis and
--- m (3 r^2 + l^2) / 12 across it unless given.
function world:cylinder(t)
  return add(self, "cylinder", t, { "radius", "length" }, function(body)
    local r = given.positive(t, "radius", body.what)
    local l = given.positive(t, "length", body.what)
    local i = body.mass * (3 * r * r + l * l) / 12
    return { body.mass * r * r / 2, i, i }
  end)
end

--- Any rigid body, its inertia given; `corners` are the points of it that can
--- touch the ground and the faces of boxes.
function world:body(t)
  return add(self, "body", t, { "corners" }, function(body)
    given.points(t, "corners", 3, body.what, 0)
  end)
end

--- ## Names and states

local q_tags = { "x", "y", "z", "q0", "q1", "q2", "q3" }
local v_tags = { "vx", "vy", "vz", "wx", "wy", "wz" }

local function names(w)
  local q, v = {}, {}
  for _, body in ipairs(w.bodies) do
    if not body.name and #w.bodies > 1 then
      record.fail(("%s needs a name: there are %d bodies"):format(body.what,
        #w.bodies), "name", body.place)
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
  local _ = names(self)
  local q, v = {}, {}
  for body, s in shared.states(self, t) do
    local function put(to, tags, from, key, default)
      local list = given.vector(s, key, #default, body.what, default)
      for k, x in ipairs(list) do
        to[tags[from + k]] = x
      end
    end
    put(q, body.names, 0, "at", { 0, 0, 0 })
    put(v, body.vnames, 0, "velocity", { 0, 0, 0 })
    if body.kind ~= "point" then
      put(q, body.names, 3, "turn", { 1, 0, 0, 0 })
      local x = s.turn
      if x and x[1] == 0 and x[2] == 0 and x[3] == 0 and x[4] == 0 then
        record.fail(body.what .. ": the turn must not be zero; " ..
          "{ 1, 0, 0, 0 } is none", "turn", record.of(s))
      end
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

--- A body's force is in the world's directions, its torque in the body's.
local function force(w, n, recording)
  local list = zeros(1, n)[1]
  for _, body in ipairs(w.bodies) do
    for k, x in ipairs(f.times(body.mass, w.gravity)) do
      local i = body.vat + k - 1
      list[i] = list[i] + x
    end
  end
  return told.forces(w, list, recording, function(body)
    return body.vat
  end, function(body)
    return body.vels
  end)
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
    return mass(self, nv), force(self, nv, recording),
      coriolis(self, nv, recording.v), rates(self, nq, nv, recording.q)
  end
  local q, v = self:state()
  local bindings, moving, never = require "perp.spatial_bodies"(self)
  local all = told.all(self, moving)
  return perp.system { coordinates = q_names, velocities = v_names,
    dynamics = dynamics, never = never, start = { q = q, v = v },
    joints = all.joints, contacts = all.contacts, springs = all.springs,
    measures = all.measures, bindings = bindings, motors = self.rates,
    inputs = self.inputs, compliance = self.matrices or nil,
    picture = function(recording)
      return require "perp.movie_bodies".picture(self, 3, recording)
    end }
end

meta = shared.type("a world in space", world)
return shared.library("perp.spatial", spatial)
