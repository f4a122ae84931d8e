--- # What worlds in the plane and in space share
--
--- How a method or a key is found, half planes and half spaces, contacts of the
--- scene's own, and which pairs do not collide. What a world tells its system stands
--- in told.lua.

local core = require "perp.core"
core.library()
local record = require "perp.record"
local shapes = require "perp.shapes"
local given = require "perp.given"
local compliance = require "perp.compliance"

local world = {}

--- ## Methods
--
--- A world answers a name that it does not know with the names that it knows, and
--- refuses a method that is called without it: `world.disc { ... }` gives the
--- method the table in the world's place.

local function unknown(what, key, list)
  table.sort(list)
  local near = record.suggestion(key, list)
  record.fail(("%s has no '%s'%s"):format(what, tostring(key), near ~= "" and
    near or "; there is: " .. table.concat(list, ", ")), tostring(key))
end

local function keys_of(t)
  local list = {}
  for key in pairs(t) do
    list[#list + 1] = key
  end
  return list
end

--- The metatable of worlds with these methods; `what` is "a world in the plane".
function world.type(what, methods)
  local meta, guarded = { __name = "perp.world" }, {}
  for name, f in pairs(methods) do
    guarded[name] = function(w, ...)
      if type(w) ~= "table" or getmetatable(w) ~= meta then
        record.fail(("write world:%s, with a colon"):format(name), name)
      end
      return f(w, ...)
    end
  end
  function meta.__index(_, key)
    return guarded[key] or unknown(what, key, keys_of(guarded))
  end
  function meta.__newindex(_, key)
    record.fail(("%s has no field '%s' to set; it is told all by its methods")
      :format(what, tostring(key)), tostring(key))
  end
  return meta
end

local libraries = { planar = true, spatial = true, lagrange = true }

--- A library's table: an unknown name is answered like one of a world, and one that
--- is a library of its own with how to have it.
function world.library(what, t)
  return setmetatable(t, { __index = function(_, key)
    if libraries[key] then
      record.fail(("write local %s = require \"perp.%s\", and %s for perp.%s")
        :format(key, key, key, key), key)
    end
    return unknown(what, key, keys_of(t))
  end })
end

--- ## A new world

--- `t`, `what`: the table of the world and its name; contacts yield by what it says,
--- where neither a wall nor a contact of the scene's own says more.
function world.new(meta, fields, t, what)
  fields.yields = compliance.strengths(t, what)
  fields.bodies, fields.walls, fields.joints = {}, {}, {}
  fields.springs, fields.measures, fields.contacts = {}, {}, {}
  fields.motors, fields.related, fields.drawn = {}, {}, {}
  fields.rates, fields.inputs, fields.matrices = {}, {}, false
  fields.force = fields.force or false
  return setmetatable(fields, meta)
end

--- A name of a body or a wall: a text, each once, because contacts, columns and
--- world:ignore go by it.
local function taken(w, name, what, at)
  if name == nil then
    return
  elseif type(name) ~= "string" or not name:find("^[%w_.:+-]+$") then
    record.fail(("%s: the name is a text of letters, digits and _ . : + -")
      :format(what), "name", at)
  end
  for _, list in ipairs { w.bodies, w.walls } do
    for _, x in ipairs(list) do
      if x.name == name then
        record.fail(("%s: the name '%s' is taken by %s"):format(what, name,
          x.what), "name", at)
      end
    end
  end
end

--- What an error calls a thing: its kind and its name, or its number.
function world.title(kind, t, count)
  local name = type(t) == "table" and t.name
  return ("%s %s"):format(kind, (type(name) == "string" or
    type(name) == "number") and name or count)
end

--- What all bodies bring: a name, a mass, friction, a force.
function world.body(w, kind, t, keys)
  local what = world.title(kind, t, #w.bodies + 1)
  record.keys(t, table.move({ "name", "mass", "mu", "force" }, 1, 4,
    #keys + 1, keys), what)
  taken(w, t.name, what, record.of(t, nil, core.here()))
  return { kind = kind, name = t.name, what = what, form = t,
    place = record.of(t, nil, core.here()),
    mass = given.positive(t, "mass", what),
    mu = t.mu == nil and w.mu or shapes.friction(t.mu, what, record.of(t)),
    force = given.call(t, "force", what, "function(t, q, v) ... end") }
end

--- ## Walls
--
--- A wall is what lies behind a plane with a point and a normal, and so is the
--- ground. With a `mu` of its own a contact has the smaller of the two coefficients.
--- `motion = function(t)` gives how far the wall has gone at the time t, `surface` the
--- velocity of its surface besides, a list or a function of t: a belt. Of this only
--- the part along the wall counts. A wall does not turn.

local function moves(t, what, dimension)
  for _, key in ipairs(type(t) == "table" and { "velocity", "speed", "spin",
    "gap" } or {}) do
    if t[key] ~= nil then
      record.fail(("%s: a wall has no %s; it moves by motion = function(t) " ..
        "return { ... } end, its surface by surface = { ... }"):format(what,
        key), key)
    end
  end
  for _, key in ipairs(type(t) == "table" and { "point", "normal" } or {}) do
    if type(t[key]) == "function" then
      record.fail(("%s: %s is a list of numbers; a wall moves by motion = " ..
        "function(t) return { ... } end and does not turn"):format(what, key),
        key)
    end
  end
  record.keys(t, { "name", "point", "normal", "mu", "motion", "surface",
    "stiffness", "damping" }, what)
  given.call(t, "motion", what, "function(t) ... end", 1)
  if type(t.surface) == "function" then
    given.call(t, "surface", what, "function(t) ... end", 1)
  elseif t.surface ~= nil then
    given.vector(t, "surface", dimension, what)
  end
end

--- `params(t, what)` makes the parameters of the side.
function world.wall(w, t, params, what)
  what = what or world.title("wall", t, #w.walls + 1)
  if type(t) ~= "table" then
    record.fail(("%s = { point = ..., normal = ..., mu = ... } is wanted%s")
      :format(what, what == "ground" and ", or false for none" or ""), what)
  end
  moves(t, what, #w.gravity)
  if what ~= "ground" and t.normal == nil then
    record.fail(("%s: normal is missing, the direction out of the wall")
      :format(what), "normal", record.of(t))
  end
  local name = t.name
  if name == nil then
    name = what == "ground" and what or "wall" .. #w.walls + 1
  end
  taken(w, name, what, record.of(t))
  local wall = { name = name, what = what, params = params(t, what),
    ground = what == "ground", motion = t.motion, surface = t.surface,
    yields = compliance.strengths(t, what),
    mu = t.mu ~= nil and shapes.friction(t.mu, what, record.of(t)) or nil }
  function wall.called(part)
    if part == "" or part:sub(1, 1) == "." then
      return name .. part
    end
    return part .. "-" .. name
  end
  w.walls[#w.walls + 1] = wall
  return wall
end

--- ## Contacts of the scene's own
--
--- The friction cone of a contact is one for the whole run, so mu is a number.

local function contact(w, t)
  local name = type(t) == "table" and t.name
  local what = ("contact '%s'"):format(tostring(name))
  record.keys(t, { "name", "gap", "slips", "surface", "mu", "stiffness",
    "damping" }, what)
  if type(name) ~= "string" then
    record.fail("world:contact { name = ..., gap = function(q, t) ... end } " ..
      "is wanted: the name is missing", "name", record.of(t))
  elseif t.gap == nil then
    record.fail(("%s: gap = function(q, t) ... end is missing"):format(what),
      "gap", record.of(t))
  end
  given.call(t, "gap", what, "function(q, t) ... end", 2)
  given.call(t, "slips", what, "function(q, v) ... end", 2)
  given.call(t, "surface", what, "function(q, t) ... end", 2)
  w.contacts[#w.contacts + 1] = { name = name, what = what, gap = t.gap,
    slips = t.slips, surface = t.surface, stiffness = t.stiffness,
    damping = t.damping,
    mu = shapes.friction(t.mu == nil and w.mu or t.mu, what, record.of(t)) }
end

--- ## Pairs that do not collide
--
--- Two bodies that a joint joins do not collide, unless one of their joints says
--- `collide = true`. What `world:ignore` names never does.

local rank = { joined = 1, colliding = 2, ignored = 3 }

local function relate(w, a, b, how)
  for _, pair in ipairs { { a, b }, { b, a } } do
    local row = w.related[pair[1]] or {}
    w.related[pair[1]] = row
    if rank[how] > (rank[row[pair[2]]] or 0) then
      row[pair[2]] = how
    end
  end
end
world.relate = relate

--- Does the pair have no contacts?
function world.apart(w, a, b)
  local how = w.related[a] and w.related[a][b]
  return how == "joined" or how == "ignored"
end

--- The thing itself or its name, among lists of things.
local function find(x, lists)
  local names = {}
  for _, list in ipairs(lists) do
    for _, thing in ipairs(list) do
      if x ~= nil and (thing == x or thing.name == x) then
        return thing
      end
      names[#names + 1] = thing.name
    end
  end
  return nil, names
end

function world.body_of(w, x)
  return find(x, { w.bodies })
end

local function ignore(w, a, b, more)
  local found = {}
  for i = 1, 2 do
    local x, names = i == 1 and a or b, nil
    found[i], names = find(x, { w.bodies, w.walls })
    if not found[i] then
      local text = type(x) == "string"
      record.fail(("world:ignore(a, b): %s is no body and no wall of this " ..
        "world%s"):format(text and "'" .. x .. "'" or x == nil and
        ("the %s thing, nil,"):format(i == 1 and "first" or "second") or
        "this " .. type(x), text and record.suggestion(x, names) or
        ""), text and x or "ignore")
    end
  end
  if more ~= nil or found[1] == found[2] then
    record.fail("world:ignore(a, b) wants two different things", "ignore")
  end
  relate(w, found[1], found[2], "ignored")
end

--- ## Equations and measures of the scene

--- `world:joint{ "pin", function(q) return ... end }`: an expression that stays
--- zero. The joints of perp.joints are made of these.
local function joint(w, t)
  if type(t) ~= "table" or type(t[1]) ~= "string" or
    type(t[2]) ~= "function" then
    record.fail("world:joint { name, function(q) return expression end }")
  end
  record.keys(t, { 1, 2 }, ("joint '%s'"):format(t[1]))
  w.joints[#w.joints + 1] = { t[1], t[2], scene = true }
end

--- `world:input "u"`: a number that holds between steps, `q.u` in forces, torques, rates
--- and limits; the experiment's `q` gives it, and a controller sets it.
local function input(w, name, more)
  if type(name) ~= "string" or more ~= nil then
    record.fail('world:input "name" is wanted, a name for each call', "input")
  end
  taken(w, name, "input")
  for _, other in ipairs(w.inputs) do
    if other == name then
      record.fail(("input '%s' is there already"):format(name), name)
    end
  end
  w.inputs[#w.inputs + 1] = name
end

--- `world:measure { "height", function(q, v) return expression end }`: one more
--- column of the table.
local function measure(w, t)
  if type(t) ~= "table" or type(t[1]) ~= "string" or
    type(t[2]) ~= "function" then
    record.fail("world:measure { name, function(q, v) return expression end }")
  end
  record.keys(t, { 1, 2 }, ("measure '%s'"):format(t[1]))
  w.measures[#w.measures + 1] = t
end

--- `world:compliance { K = rows, C = rows }`: the contacts yield, for the scheme
--- theta; the rows are those of the world's own contacts in their order, and then
--- those of its pairs of bodies and walls, n and slips of each together.
local function told_compliance(w, t)
  if w.matrices then
    record.fail("world:compliance is told once, of all contacts", "compliance")
  end
  record.keys(t, { "K", "C" }, "world:compliance", record.of(t))
  w.matrices = t
end

--- ## The start

--- Each body and what `world:state` was told of it, checked.
function world.states(w, t)
  local single, names = #w.bodies == 1 and not w.bodies[1].name, {}
  for _, body in ipairs(w.bodies) do
    names[#names + 1] = body.name
  end
  local turning = { "at", "turn", "velocity", "spin" }
  if t ~= nil and not single then
    record.keys(t, names, "world:state")
  end
  local i = 0
  return function()
    i = i + 1
    local body = w.bodies[i]
    if not body then
      return nil
    end
    local s = t
    if t ~= nil and not single then
      s = t[body.name]
    end
    s = s == nil and {} or s
    record.keys(s, body.kind == "point" and { "at", "velocity" } or turning,
      "the state of " .. body.what)
    return body, s
  end
end

--- Gives a world what it shares with the other.
function world.lend(methods)
  methods.joint, methods.measure, methods.input = joint, measure, input
  methods.contact, methods.ignore = contact, ignore
  methods.compliance = told_compliance
end

return world
