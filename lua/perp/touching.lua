--- # Which parts of bodies are bound to each other
--
--- A body brings parts of some shapes. Parts of one shape with one friction
--- coefficient are a group and a side of bindings; a world binds each group to its
--- walls and to the groups that it can touch. Where two bodies do not collide, the
--- bindings are made body by body, in the same order and without the pair.

local core = require "perp.core"
core.library()
local perp = require "perp"
local shapes = require "perp.shapes"
local world = require "perp.world"
local compliance = require "perp.compliance"

local touching = {}

--- Groups of entries; `owner` says whose entry it is, by the body's number.
local function groups_of(w, parts)
  local groups = {}
  for i, body in ipairs(w.bodies) do
    parts(body, function(shape, params, tag)
      local key = shape .. " " .. tostring(body.mu)
      if not groups[key] then
        groups[key] = { shape = shape, mu = body.mu, list = {}, owner = {} }
        groups[#groups + 1] = groups[key]
      end
      local list, owner = groups[key].list, groups[key].owner
      list[#list + 1] = { coords = body.names, vels = body.vnames,
        params = params, name = (body.name or "") .. (tag or "") }
      owner[#list] = i
    end)
  end
  for _, group in ipairs(groups) do
    group.side = perp.side(group.list)
  end
  return groups
end

--- The side of those entries that a condition on the owner lets pass; nil: none.
local function some(group, pass)
  local list = {}
  for i, entry in ipairs(group.list) do
    if pass(group.owner[i]) then
      list[#list + 1] = { coords = entry.coords, params = entry.params,
        vels = entry.own and entry.vels or nil, name = entry.name }
    end
  end
  if #list == #group.list then
    return group.side
  end
  return list[1] and perp.side(list)
end

local function smaller(a, b)
  return a == nil and b or a < b and a or b
end

--- ## Walls that move
--
--- A wall with a motion m(t) has the gap of one at point + m(t): n . (p + m) in the
--- place of n . p. Its surface has the velocity m' and its own; along the slips that
--- is what the slips of a mass point with this velocity are. A kind has no time, so
--- such a contact is one of the system's own, made by the same function.

local function moved(wall, dimension, recording, point)
  local what, p = wall.what, table.move(wall.params, 1, #wall.params, 1, {})
  local function told(f, key)
    return shapes.vector(recording:call(f, "t", key .. " of " .. what),
      dimension, key .. " of " .. what, type(f) == "function" and f or nil)
  end
  local v, at = {}, {}
  for i = 1, dimension do
    v[i], at[i] = 0, 0
  end
  if wall.motion then
    for i, x in ipairs(told(wall.motion, "motion")) do
      p[dimension + 1] = p[dimension + 1] + p[i] * x
      v[i] = core.recorderof(x) and perp.grad(x, { recording.t })[1] or 0
    end
  end
  for i, x in ipairs(wall.surface and told(wall.surface, "surface") or {}) do
    v[i] = v[i] + x
  end
  local _, surface = point.contact({}, at, {}, v, p, {})
  return { params = p, surface = surface }
end

local function on_moving(w, wall, side, kind, point, mu, list)
  local made, of -- once for a system
  for _, entry in ipairs(side.entries) do
    local stiffness, damping = compliance.of(kind.slips, wall.yields, w.yields)
    list[#list + 1] = { name = wall.called(entry.name), mu = mu,
      stiffness = stiffness, damping = damping, made = function(recording)
        if of ~= recording then
          made, of = moved(wall, #w.gravity, recording, point), recording
        end
        local q, v = {}, {}
        for i, name in ipairs(entry.coords) do
          q[i] = recording.q[name]
        end
        for i, name in ipairs(entry.vels) do
          v[i] = recording.v[name]
        end
        local gap, slips = kind.contact({}, q, {}, v, made.params,
          entry.params)
        return { gap = gap, slips = slips, surface = made.surface }
      end }
  end
end

local function on_wall(w, wall, group, kind, out)
  local side = some(group, function(i)
    return not world.apart(w, wall, w.bodies[i])
  end)
  if side and (wall.motion or wall.surface) then
    on_moving(w, wall, side, kind, out.point(), smaller(wall.mu, group.mu),
      out.moving)
  elseif side then
    wall.side = wall.side or perp.side { { params = wall.params } }
    local stiffness, damping = compliance.of(kind.slips, wall.yields, w.yields)
    out[#out + 1] = perp.bind { kind = kind, sideA = wall.side, sideB = side,
      stiffness = stiffness, damping = damping,
      mu = smaller(wall.mu, group.mu), names = function(_, name)
        return wall.called(name)
      end }
  end
end

--- The numbers of the bodies of a group, each once.
local function owners(group)
  local list = {}
  for _, i in ipairs(group.owner) do
    if list[#list] ~= i then
      list[#list + 1] = i
    end
  end
  return list
end

local function between(w, a, b, kind, out)
  local stiffness, damping = compliance.of(kind.slips, w.yields)
  local function bind(one, other)
    if one and other then
      out[#out + 1] = perp.bind { kind = kind, sideA = one, sideB = other,
        stiffness = stiffness, damping = damping, mu = smaller(a.mu, b.mu),
        rule = "apart" }
    end
  end
  local rows, separate = owners(a), false
  for _, i in ipairs(rows) do
    for _, j in ipairs(owners(b)) do
      separate = separate or world.apart(w, w.bodies[i], w.bodies[j])
    end
  end
  if not separate then
    return bind(a.side, b.side)
  end
  for _, i in ipairs(rows) do
    bind(some(a, function(k)
      return k == i
    end), some(b, function(k)
      return k ~= i and (a ~= b or k > i) and
        not world.apart(w, w.bodies[i], w.bodies[k])
    end))
  end
end

--- The bindings of a world. `parts(body, put)` puts a body's parts; `grounded` and
--- `touches` name the kind for a shape on a wall, and for two shapes. A contact of
--- two bodies has the smaller of their coefficients. Behind them the contacts with
--- walls that move, which no kind knows.
function touching.bindings(w, parts, kinds, grounded, touches)
  local out, groups = { moving = {}, point = function()
    return kinds[grounded.point]
  end }, groups_of(w, parts)
  for i, b in ipairs(groups) do
    for _, wall in ipairs(grounded[b.shape] and w.walls or {}) do
      on_wall(w, wall, b, kinds[grounded[b.shape]], out)
    end
    for k, a in ipairs(w.collide and #w.bodies > 1 and groups or {}) do
      local name = touches[a.shape] and touches[a.shape][b.shape]
      if name and (a.shape ~= b.shape or k <= i) then
        between(w, a, b, kinds[name], out)
      end
    end
  end
  local moving = out.moving
  out.moving, out.point = nil, nil
  return out, moving
end

--- The shapes of the parts of one body.
function touching.shapes(parts)
  return function(body)
    local list = {}
    parts(body, function(shape)
      list[#list + 1] = shape
    end)
    return list
  end
end

return touching
