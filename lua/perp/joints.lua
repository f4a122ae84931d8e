--- # Joints
---
--- A joint is a list of equations Theta(q) = 0 between a point or a direction of
--- one body and those of another, or of the world. The rows nu are derived by
--- the recorder. All of them hold at the velocity level: a step keeps nu v = 0,
--- and what Theta drifts by is not corrected here.
---
---     world:revolute { "pin", a = rod, at = { -1, 0 }, b = box, on = { 0, 1 } }
---
--- `a` and `b` are what world:box and its kin returned; without `b` it is the
--- world. `at` is a point in a's own directions, from its centre, `on` a point
--- of b (of the world: in its coordinates); both are the origin when absent.
---
--- | joint | equations | plane | space |
--- |---|---|---|---|
--- | revolute | the points coincide; in space: axis on axis | 2 | 5 |
--- | spherical | the points coincide | | 3 |
--- | prismatic | a slides along an axis of b and does not turn against it | 2 | 5 |
--- | fixed | nothing moves | 3 | 6 |

local core = require "perp.core"
core.library()
local perp = require "perp"
local record = require "perp.record"
local f = require "perp.spatial_frame"
local shared = require "perp.world"
local given = require "perp.given"

local joints = {}

--- ## Reading a joint

local function vector(t, key, default, n, what)
  return given.vector(t, key, n, what, default)
end

--- A body of this world, or its name.
local function body_of(world, t, key, what)
  local body, names = shared.body_of(world, t[key])
  if not body and (key == "a" or t[key] ~= nil) then
    record.fail(("%s: %s must be a body of this world%s"):format(what, key,
      type(t[key]) == "string" and (", '%s' is none%s"):format(t[key],
      record.suggestion(t[key], names)) or ""), t[key] ~= nil and key or nil,
      record.of(t))
  end
  return body
end

local function read(world, t, type_name, n, more)
  local name = type(t) == "table" and t[1]
  local what = ("%s '%s'"):format(type_name, tostring(name))
  if type(name) ~= "string" then
    record.fail(("world:%s { name, a = body, ... } is wanted%s"):format(
      type_name, type(t) == "table" and ": the name is missing" or ""))
  end
  record.keys(t, table.move(more, 1, #more, 6, { 1, "a", "b", "at", "on" }),
    what)
  local origin = table.move({ 0, 0, 0 }, 1, n, 1, {})
  return { name = name, what = what, sort = type_name,
    a = body_of(world, t, "a", what), b = body_of(world, t, "b", what),
    at = vector(t, "at", origin, n, what),
    on = vector(t, "on", origin, n, what) }
end

local function unit(t, key, default, n, what)
  local x = vector(t, key, default, n, what)
  local length = perp.sqrt(x[1] * x[1] + x[2] * x[2] + (x[3] or 0) *
    (x[3] or 0))
  if not (length > 0) then
    record.fail(("%s: %s must not be zero"):format(what, key), key,
      record.of(t))
  end
  local out = {}
  for i = 1, n do
    out[i] = x[i] / length
  end
  return out
end

--- Where a replay draws a joint or a spring.
local function note(world, j)
  table.insert(world.drawn, j)
end

--- One entry of the world's joints for each equation of a function of q.
local function enter(world, t, j, count, equations)
  local collide = given.flag(t, "collide", j.what, false)
  if not j.b and collide then
    record.fail(("%s: collide = true is said of two bodies; what is joined " ..
      "to the world touches its walls"):format(j.what), "collide",
      record.of(t))
  elseif j.b == j.a then
    record.fail(("%s: a and b are the same body"):format(j.what), "b",
      record.of(t))
  elseif j.b then
    shared.relate(world, j.a, j.b, collide and "colliding" or "joined")
  end
  note(world, j)
  for i = 1, count do
    table.insert(world.joints, { j.name .. "." .. i, function(q)
      return equations(q)[i]
    end })
  end
end

local function coordinates(body, q)
  local own = {}
  for i, name in ipairs(body.names) do
    own[i] = q[name]
  end
  return own
end

--- ## In the plane

--- A body as seen by a joint: where its point is, how it is turned. A mass
--- point has no angle; the world has the angle 0.
local function planar_pose(body, q, p)
  if not body then
    return { x = p[1], y = p[2], c = 1, s = 0, th = 0 }
  end
  local own = coordinates(body, q)
  if body.size == 2 then
    return { x = own[1], y = own[2] }
  end
  local c, s = perp.cos(own[3]), perp.sin(own[3])
  return { x = own[1] + (c * p[1] - s * p[2]), c = c, s = s, th = own[3],
    y = own[2] + (s * p[1] + c * p[2]) }
end

--- A mass point is its own only point, and does not turn.
local function planar(world, t, type_name, more, turns)
  local j = read(world, t, type_name, 2, more)
  for key, at in pairs { a = j.at, b = j.on } do
    local body = j[key]
    if body and body.size == 2 and (turns or at[1] ~= 0 or at[2] ~= 0) then
      record.fail(("%s: %s is a mass point; it has no angle and no other point")
        :format(j.what, key), key)
    end
  end
  return j
end

local plane = {}

function plane.revolute(world, t)
  local j = planar(world, t, "revolute", { "collide" })
  enter(world, t, j, 2, function(q)
    local a, b = planar_pose(j.a, q, j.at), planar_pose(j.b, q, j.on)
    return { a.x - b.x, a.y - b.y }
  end)
end

--- The point of a stays on the line through b's point along `axis` (in b), and
--- a keeps the `angle` against b.
function plane.prismatic(world, t)
  local j = planar(world, t, "prismatic", { "axis", "angle", "collide" }, true)
  local u = unit(t, "axis", { 1, 0 }, 2, j.what)
  local angle = given.number(t, "angle", j.what, 0)
  enter(world, t, j, 2, function(q)
    local a, b = planar_pose(j.a, q, j.at), planar_pose(j.b, q, j.on)
    local ux, uy = b.c * u[1] - b.s * u[2], b.s * u[1] + b.c * u[2]
    return { ux * (a.y - b.y) - uy * (a.x - b.x), a.th - b.th - angle }
  end)
end

function plane.fixed(world, t)
  local j = planar(world, t, "fixed", { "angle", "collide" }, true)
  local angle = given.number(t, "angle", j.what, 0)
  enter(world, t, j, 3, function(q)
    local a, b = planar_pose(j.a, q, j.at), planar_pose(j.b, q, j.on)
    return { a.x - b.x, a.y - b.y, a.th - b.th - angle }
  end)
end

--- ## In space

local still = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }

local function pose(body, q, p)
  if not body then
    return { p = p, R = still }
  end
  local own = coordinates(body, q)
  if body.size == 3 then
    return { p = own }
  end
  local R = f.rotation(own)
  return { p = f.plus(own, f.out(R, p)), R = R }
end

local function spatial(world, t, type_name, more, turns)
  local j = read(world, t, type_name, 3, more)
  for key, at in pairs { a = j.at, b = j.on } do
    local body = j[key]
    if body and body.size == 3 and (turns or f.dot(at, at) ~= 0) then
      record.fail(("%s: %s is a mass point; it does not turn and has no " ..
        "other point"):format(j.what, key), key)
    end
  end
  return j
end

local space = {}

function space.spherical(world, t)
  local j = spatial(world, t, "spherical", { "collide" })
  enter(world, t, j, 3, function(q)
    return f.minus(pose(j.a, q, j.at).p, pose(j.b, q, j.on).p)
  end)
end

--- a's direction `axis` stays perpendicular to two directions of b that are
--- perpendicular to its own, `against` (the same numbers when absent).
function space.revolute(world, t)
  local j = spatial(world, t, "revolute", { "axis", "against", "collide" },
    true)
  local u = unit(t, "axis", { 0, 0, 1 }, 3, j.what)
  local s1, s2 = f.tangents(unit(t, "against", u, 3, j.what))
  enter(world, t, j, 5, function(q)
    local a, b = pose(j.a, q, j.at), pose(j.b, q, j.on)
    local d, axis = f.minus(a.p, b.p), f.out(a.R, u)
    return { d[1], d[2], d[3], f.dot(axis, f.out(b.R, s1)),
      f.dot(axis, f.out(b.R, s2)) }
  end)
end

--- Three equations for "a is turned against b by `turn`" (a quaternion of
--- numbers). With the columns a_i of a's matrix and b_i of b's times that of
--- the turn: a_1 . b_2 = a_2 . b_3 = a_3 . b_1 = 0. Where they agree, the
--- gradients are a_3, a_1, a_2: independent. They also hold after half turns,
--- which no step comes near.
local function relative(t, what)
  local turn = vector(t, "turn", { 1, 0, 0, 0 }, 4, what)
  if not (turn[1] ^ 2 + turn[2] ^ 2 + turn[3] ^ 2 + turn[4] ^ 2 > 0) then
    record.fail(what .. ": turn must not be zero", "turn")
  end
  local Q = f.rotation { 0, 0, 0, table.unpack(turn) }
  return function(a, b)
    local A, B = {}, {}
    for i = 1, 3 do
      A[i] = { a.R[1][i], a.R[2][i], a.R[3][i] }
      B[i] = f.out(b.R, { Q[1][i], Q[2][i], Q[3][i] })
    end
    return f.dot(A[1], B[2]), f.dot(A[2], B[3]), f.dot(A[3], B[1])
  end
end

--- The point of a stays on the line through b's point along `axis` (in b).
function space.prismatic(world, t)
  local j = spatial(world, t, "prismatic", { "axis", "turn", "collide" }, true)
  local s1, s2 = f.tangents(unit(t, "axis", { 1, 0, 0 }, 3, j.what))
  local turned = relative(t, j.what)
  enter(world, t, j, 5, function(q)
    local a, b = pose(j.a, q, j.at), pose(j.b, q, j.on)
    local d = f.minus(a.p, b.p)
    return { f.dot(d, f.out(b.R, s1)), f.dot(d, f.out(b.R, s2)), turned(a, b) }
  end)
end

function space.fixed(world, t)
  local j = spatial(world, t, "fixed", { "turn", "collide" }, true)
  local turned = relative(t, j.what)
  enter(world, t, j, 6, function(q)
    local a, b = pose(j.a, q, j.at), pose(j.b, q, j.on)
    local d = f.minus(a.p, b.p)
    return { d[1], d[2], d[3], turned(a, b) }
  end)
end

--- Gives a world its joints.
local function lend(from)
  return function(world)
    for name, joint in pairs(from) do
      world[name] = joint
    end
  end
end

joints.planar, joints.spatial = lend(plane), lend(space)

--- For springs, which join bodies at points as joints do.
joints.parts = { planar = planar, planar_pose = planar_pose, spatial = spatial,
  pose = pose, unit = unit, note = note }

return joints
