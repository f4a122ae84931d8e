--- # Bodies in the plane
--
---     local planar = require "perp.planar"
---     local world = planar.world { gravity = { 0, -9.81 }, mu = 0.5 }
---     world:box { name = "block", mass = 2, width = 1, height = 0.5 }
---     world:disc { name = "ball", mass = 1, radius = 0.2 }
---     local q, v = world:state { ball = { at = { 1, 0.2 } },
---       block = { at = { 0, 0.25 } } }
---     return { system = world:system(), h = 0.01, T = 1, q = q, v = v }
--
--- A body has coordinates x, y of its centre and (all but points) the angle th.

local core = require "perp.core"
core.library()
local perp = require "perp"
local record = require "perp.record"
local shared = require "perp.world"
local given = require "perp.given"
local told = require "perp.told"

--- `kinds` is for tests and for scenes that bind by themselves.
local planar = { kinds = require "perp.planar_contacts" }
local world = {}
require("perp.joints").planar(world)
require("perp.links").planar(world)
shared.lend(world)

--- ## Worlds

--- A half plane as parameters of a side: unit normal and offset.
local function half_plane(t, what)
  local p = given.vector(t, "point", 2, what, { 0, 0 })
  local n = given.vector(t, "normal", 2, what, { 0, 1 })
  local length = perp.sqrt(n[1] * n[1] + n[2] * n[2])
  if not (length > 0) then
    record.fail(what .. ": the normal must not be zero", "normal")
  end
  local nx, ny = n[1] / length, n[2] / length
  return { nx, ny, nx * p[1] + ny * p[2] }
end

local meta -- of worlds

--- `planar.world{ gravity, mu, ground, force, collide }`: `ground` is the half
--- plane y >= 0, `{ point, normal, name, mu }`, or false; `force` = function(t, q,
--- v) gives a force for every coordinate; `collide` = false leaves out contacts
--- between bodies; `stiffness`, `damping`: contacts yield, for the scheme theta.
function planar.world(t)
  t = t == nil and {} or t
  if t == planar then
    record.fail("write planar.world { ... }, with a dot", "world")
  end
  record.keys(t, { "gravity", "mu", "ground", "force", "collide",
    "stiffness", "damping" }, "planar.world")
  local what = "planar.world"
  local w = shared.new(meta, { mu = given.friction(t.mu, what),
    gravity = given.vector(t, "gravity", 2, what, { 0, -9.81 }),
    force = given.call(t, "force", what, "function(t, q, v) ... end"),
    collide = given.flag(t, "collide", what, true) }, t, what)
  if t.ground ~= false then
    shared.wall(w, t.ground == nil and {} or t.ground, half_plane, "ground")
  end
  return w
end

--- `world:wall{ name, point, normal, mu, motion, surface }`: a half plane more.
function world:wall(t)
  return shared.wall(self, t, half_plane)
end

local function add(w, kind, t, keys, inertia)
  local body = shared.body(w, kind, t, table.move({ "coordinates",
    inertia and "inertia" }, 1, 2, #keys + 1, keys))
  body.size = inertia and 3 or 2
  local own = t.coordinates
  if own ~= nil and (type(own) ~= "table" or #own ~= body.size) then
    record.fail(("%s: %d coordinates are wanted"):format(body.what,
      body.size), "coordinates", record.of(t))
  end
  body.coordinates = own
  if inertia then
    local of_shape = inertia(body)
    body.inertia = t.inertia and given.positive(t, "inertia", body.what) or
      of_shape
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
  return add(self, "disc", t, { "radius" }, function(body)
    local r = given.positive(t, "radius", body.what)
    return t.mass * r * r / 2
  end)
end

--- A homogeneous rectangle: inertia m (a^2 + b^2) / 12.
function world:box(t)
  return add(self, "box", t, { "width", "height" }, function(body)
    local a = given.positive(t, "width", body.what)
    local b = given.positive(t, "height", body.what)
    return t.mass * (a * a + b * b) / 12
  end)
end

--- A homogeneous thin rod along its own x: inertia m l^2 / 12.
function world:rod(t)
  return add(self, "rod", t, { "length" }, function(body)
    local l = given.positive(t, "length", body.what)
    return t.mass * l * l / 12
  end)
end

--- All that is at most `radius` from a segment of this length along its own x. With
--- the density s of area the rectangle has the mass 2 r l s and the two half discs
--- pi r^2 s; their centres of mass lie 4 r / (3 pi) outside of the segment's ends:
---
---     I = m_1 (l^2 + 4 r^2) / 12 + m_2 (r^2 / 2 + l^2 / 4 + 4 l r / (3 pi)).
function world:capsule(t)
  return add(self, "capsule", t, { "length", "radius" }, function(body)
    local l = given.positive(t, "length", body.what)
    local r = given.positive(t, "radius", body.what)
    local flat, round = 2 * r * l, math.pi * r * r
    return t.mass * (flat * (l * l + 4 * r * r) / 12 + round * (r * r / 2 +
      l * l / 4 + 4 * l * r / (3 * math.pi))) / (flat + round)
  end)
end

--- A homogeneous convex polygon, its vertices counterclockwise; its centre is their
--- centre of area, wherever they are written down.
function world:polygon(t)
  return add(self, "polygon", t, { "vertices" }, function(body)
    local inertia
    body.vertices, body.faces, inertia =
      require "perp.polygon"(t, body.what)
    return body.mass * inertia
  end)
end

--- ## Names and states

local tags = { "x", "y", "th" }

local function coordinates(w)
  local names = {}
  for _, body in ipairs(w.bodies) do
    local own = body.coordinates
    if not body.name and not own and #w.bodies > 1 then
      record.fail(("%s needs a name: there are %d bodies"):format(body.what,
        #w.bodies), "name", body.place)
    end
    body.at, body.names = #names + 1, {}
    for k = 1, body.size do
      body.names[k] = own and own[k] or
        body.name and body.name .. "." .. tags[k] or tags[k]
      names[#names + 1] = body.names[k]
    end
  end
  return names
end

--- `world:state{ NAME = { at, turn, velocity, spin } }` gives the initial q and
--- v; what is absent is the origin, no turn, rest. With one body without a name
--- the inner table alone is given.
function world:state(t)
  local _ = coordinates(self)
  local q, v = {}, {}
  for body, s in shared.states(self, t) do
    local at = given.vector(s, "at", 2, body.what, { 0, 0 })
    local velocity = given.vector(s, "velocity", 2, body.what, { 0, 0 })
    for k = 1, 2 do
      q[body.names[k]], v[body.names[k]] = at[k], velocity[k]
    end
    if body.size == 3 then
      q[body.names[3]] = given.number(s, "turn", body.what, 0)
      v[body.names[3]] = given.number(s, "spin", body.what, 0)
    end
  end
  return q, v
end

--- ## The system of a world

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

local function force(w, n, recording)
  local list = {}
  for i = 1, n do
    list[i] = 0
  end
  for _, body in ipairs(w.bodies) do
    for k = 1, 2 do
      local i = body.at + k - 1
      list[i] = list[i] + body.mass * w.gravity[k]
    end
  end
  return told.forces(w, list, recording, function(body)
    return body.at
  end, function(body)
    return body.size
  end)
end

--- The system of the bodies, joints and contacts so far. The mass is a constant
--- and no function: there is nothing to replay.
function world:system()
  if #self.bodies == 0 then
    record.fail("world:system(): the world has no body")
  end
  local names = coordinates(self)
  local q, v = self:state()
  local bindings, moving, never = require "perp.planar_bodies"(self,
    planar.kinds)
  local all = told.all(self, moving)
  return perp.system { coordinates = names, never = never,
    start = { q = q, v = v },
    dynamics = function(recording)
      return mass(self, #names), force(self, #names, recording)
    end,
    joints = all.joints, contacts = all.contacts, springs = all.springs,
    measures = all.measures, bindings = bindings, motors = self.rates,
    inputs = self.inputs, compliance = self.matrices or nil,
    picture = function(recording)
      return require "perp.movie_bodies".picture(self, 2, recording)
    end }
end

meta = shared.type("a world in the plane", world)
return shared.library("perp.planar", planar)
