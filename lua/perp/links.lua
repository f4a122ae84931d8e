--- # Springs and dampers between bodies
---
---     world:spring { "s", a = rod, at = { 1, 0 }, b = box, on = { 0, 1 },
---       rest = 1, stiffness = 100, damping = 2 }
---     world:damper { "d", a = rod, b = box, damping = 10 }
---     world:torsion { "t", a = rod, b = box, rest = 0, stiffness = 5 }
---
--- `a`, `at`, `b`, `on` are those of joints: two points, the second one of the
--- world when there is no `b`. A spring pulls along the line between them, its
--- elongation is their distance minus `rest`; a damper brakes the change of
--- their distance. Torsion acts on the angle of a against b; in space about the
--- hinge of a world:revolute, `axis` (in a) and `against` (in b, the same numbers
--- when absent) being those of the hinge. Gradients are taken by the recorder.

local core = require "perp.core"
core.library()
local perp = require "perp"
local motors = require "perp.motors"
local record = require "perp.record"
local shapes = require "perp.shapes"
local joints = require "perp.joints"
local f = require "perp.spatial_frame"

local links = {}
local parts = joints.parts

--- The replay with numbers also visits the quaternion zero, which turns into
--- nothing: infinite and undefined numbers pass through here, and say nothing
--- there.
local function undefined(x)
  return type(x) == "number" and x - x ~= 0
end

local function root(x)
  return undefined(x) and x or perp.sqrt(x)
end

--- A distance has no gradient at zero, so the two points must stay apart; what
--- has rest length 0 would go there.
local function rest_of(t, what, stiff)
  local rest = t.rest
  if (stiff or rest ~= nil) and not (record.is_number(rest) and
    record.finite(rest)) then
    record.fail(("%s: rest wants a number, not %s"):format(what,
      record.shown(rest)), "rest", record.of(t))
  end
  return rest or 0
end

local function enter(world, t, j, elongation)
  if t.stiffness == nil and t.damping == nil then
    record.fail(("%s has no %s"):format(j.what, j.what:find("^damper") and
      "damping" or "stiffness"), nil, record.of(t))
  elseif j.a == j.b then
    record.fail(("%s: a and b are the same body"):format(j.what), "b",
      record.of(t))
  end
  parts.note(world, j)
  table.insert(world.springs, { name = j.name, elongation = elongation,
    stiffness = shapes.strength(t.stiffness, "stiffness", j.what,
      record.of(t)),
    damping = shapes.strength(t.damping, "damping", j.what, record.of(t)) })
end

--- `world:spring`, `world:damper` for n = 2 or 3 dimensions; `place(body, q,
--- point)` is where a point is, as a list.
local function straight(n, reader, place)
  return function(kind, more)
    return function(world, t)
      local j = reader(world, t, kind, more)
      local rest = rest_of(t, j.what, kind == "spring")
      enter(world, t, j, function(q)
        local a, b, sum = place(j.a, q, j.at), place(j.b, q, j.on), 0
        for i = 1, n do
          sum = sum + (a[i] - b[i]) * (a[i] - b[i])
        end
        return root(sum) - rest
      end)
    end
  end
end

local strong, weak = { "rest", "stiffness", "damping" }, { "damping" }

local plane, space = {}, {}

local flat = straight(2, function(world, t, kind, more)
  return parts.planar(world, t, kind, more)
end, function(body, q, point)
  local p = parts.planar_pose(body, q, point)
  return { p.x, p.y }
end)
plane.spring, plane.damper = flat("spring", strong), flat("damper", weak)

--- In the plane angles are coordinates and count whole turns.
function plane.torsion(world, t)
  local j = parts.planar(world, t, "torsion", strong, true)
  local rest = rest_of(t, j.what, false)
  enter(world, t, j, function(q)
    return parts.planar_pose(j.a, q, j.at).th -
      parts.planar_pose(j.b, q, j.on).th - rest
  end)
end

local solid = straight(3, function(world, t, kind, more)
  return parts.spatial(world, t, kind, more)
end, function(body, q, point)
  return parts.pose(body, q, point).p
end)
space.spring, space.damper = solid("spring", strong), solid("damper", weak)

--- ## An angle without an arc tangent
---
--- Tapes have + - * / and square roots. From c = r cos th, s = r sin th the
--- tangent of th/2 is s/(r + c); three times tan(x/2) = tan x/(1 + sqrt(1 +
--- tan^2 x)) makes tan(th/16), at most tan(pi/16) < 0.199, and there eleven
--- terms of the series are exact to the last bits: the next one is 4e-18. The
--- angle lies between -pi and pi; at a half turn it has no gradient.
local function angle(c, s)
  local t = s / (root(c * c + s * s) + c)
  for _ = 1, 3 do
    t = t / (1 + root(1 + t * t))
  end
  if undefined(t) then
    return t
  end
  local x, sum = t * t, 0
  for k = 21, 1, -2 do
    sum = (k % 4 == 1 and 1 or -1) / k + x * sum
  end
  return 16 * t * sum
end
links.angle = angle

--- a's first tangent of the axis, seen from b's two.
function space.torsion(world, t)
  local j = parts.spatial(world, t, "torsion", { "rest", "stiffness",
    "damping", "axis", "against" }, true)
  local rest = rest_of(t, j.what, false)
  local u = parts.unit(t, "axis", { 0, 0, 1 }, 3, j.what)
  local s1 = f.tangents(u)
  local t1, t2 = f.tangents(parts.unit(t, "against", u, 3, j.what))
  enter(world, t, j, function(q)
    local A, B = parts.pose(j.a, q, j.at).R, parts.pose(j.b, q, j.on).R
    local x = f.out(A, s1)
    return angle(f.dot(x, f.out(B, t1)), f.dot(x, f.out(B, t2))) - rest
  end)
end

--- ## Motors
--
---     world:motor { "m", a = wheel, b = frame, torque = 3 }
---     world:motor { "m", a = wheel, torque = function(t, q, v) ... end }
---     world:motor { "m", a = wheel, b = frame, rate = 10, limit = 2 }
---     world:motor { "m", a = cart, along = { 1, 0 }, rate = 0.5, limit = 40 }
---
--- `torque` is a force: on a, and the opposite one on b; in space about `axis`, a
--- direction of a. `rate` is held, as far as a torque of at most `limit` does it, of the
--- angle of a against b; or, with `along`, a direction of b, of how far the point `at`
--- of a is along it from the point `on` of b (motors.lua).

local ways = "torque = ..., or rate = ... and limit = ..."

--- What a motor says besides bodies; the third value: it holds a rate.
local function motor(read, world, t)
  local straight = type(t) == "table" and t.along ~= nil
  local j = read(world, t, "motor", { "torque", "rate", "limit", "axis",
    "along" }, not straight)
  local f, holds = t.torque, t.rate ~= nil or t.limit ~= nil
  if f ~= nil and holds or f ~= nil and straight then
    record.fail(("%s: %s"):format(j.what, holds and ways .. ", not both" or
      "along = ... wants a rate and a limit, a force is one of a body"),
      holds and (t.limit ~= nil and "limit" or "rate") or "along", record.of(t))
  end
  for _, key in ipairs(straight and {} or { "at", "on" }) do
    if t[key] ~= nil then
      record.fail(("%s: a torque has no point, so no %s; along = { ... } " ..
        "drives a point along a line"):format(j.what, key), key, record.of(t))
    end
  end
  if straight and t.axis ~= nil then
    record.fail(("%s: axis or along, not both"):format(j.what), "axis",
      record.of(t))
  elseif j.a == j.b then
    record.fail(("%s: a and b are the same body"):format(j.what), "b",
      record.of(t))
  end
  return j, straight, holds or straight
end

--- A force between bodies, a function of the recording; or a rate that is held.
local function torque(t, what)
  local f = t.torque
  if type(f) ~= "function" and not (record.is_number(f) and
    record.finite(f)) then
    record.fail(("%s: torque is a number, N m, or function(t, q, v) ... end" ..
      "%s"):format(what, f == nil and "; or give rate and limit" or ""),
      "torque", record.of(t))
  end
  return function(recording)
    local x = recording:call(f, "tqv", "torque of " .. what)
    return shapes.entry(x, "the torque of " .. what,
      type(f) == "function" and f or nil)
  end
end

local function held(world, t, j, speed)
  motors.named(t[1], j.what)
  local rate, limit = motors.bounds(t, j.what)
  table.insert(world.rates, { t[1], rate = rate, limit = limit, made = speed })
end

--- How fast s = u . (p_a - p_b) grows, u turning with b: that is u times the velocity
--- of a's point less that of b's material at the same place. So the motor's force on a
--- and the opposite one on b have one line, and no torque is left over.
local function along(q, rates, u, a, b)
  local s = 0
  for k = 1, #u do
    s = s + u[k] * (a[k] - b[k])
  end
  return perp.tangent({ s }, q, rates)[1]
end

function plane.motor(world, t)
  local j, straight, holds = motor(parts.planar, world, t)
  if t.axis ~= nil then
    record.fail(("%s: in the plane there is one axis"):format(j.what), "axis",
      record.of(t))
  elseif straight then
    local u = parts.unit(t, "along", nil, 2, j.what)
    return held(world, t, j, function(recording)
      local q = recording.q
      local a, b = parts.planar_pose(j.a, q, j.at),
        parts.planar_pose(j.b, q, j.on)
      local c, s = b.c or 1, b.s or 0
      return along(q, recording.v, { c * u[1] - s * u[2],
        s * u[1] + c * u[2] }, { a.x, a.y }, { b.x, b.y })
    end)
  elseif holds then
    return held(world, t, j, function(recording)
      local v = recording.v
      return v[j.a.at + 2] - (j.b and v[j.b.at + 2] or 0)
    end)
  end
  local given = torque(t, j.what)
  table.insert(world.motors, function(list, recording)
    local x = given(recording)
    list[j.a.at + 2] = list[j.a.at + 2] + x
    if j.b then
      list[j.b.at + 2] = list[j.b.at + 2] - x
    end
  end)
end

--- Angular velocities and torques are in a body's own directions: what is b's is
--- turned out of a and into b.
local function axes(j, u, recording)
  if not j.b then
    return u
  end
  local R = parts.pose(j.a, recording.q, { 0, 0, 0 }).R
  return u, f.into(parts.pose(j.b, recording.q, { 0, 0, 0 }).R, f.out(R, u))
end

local function turning(j, u)
  return function(recording)
    local on_a, on_b = axes(j, u, recording)
    local v, sum = recording.v, 0
    for k = 1, 3 do
      sum = sum + on_a[k] * v[j.a.vat + 2 + k] -
        (on_b and on_b[k] * v[j.b.vat + 2 + k] or 0)
    end
    return sum
  end
end

--- The rates of all coordinates.
local function rates_in_space(world, recording)
  local list = {}
  for _, body in ipairs(world.bodies) do
    local q = table.move(recording.q, body.at, body.at + body.size - 1, 1, {})
    local v = table.move(recording.v, body.vat, body.vat + body.vels - 1, 1, {})
    table.move(body.kind == "point" and v or f.rates(q, v), 1, body.size,
      #list + 1, list)
  end
  return list
end

function space.motor(world, t)
  local j, straight, holds = motor(parts.spatial, world, t)
  if straight then
    local u = parts.unit(t, "along", nil, 3, j.what)
    return held(world, t, j, function(recording)
      local a, b = parts.pose(j.a, recording.q, j.at),
        parts.pose(j.b, recording.q, j.on)
      return along(recording.q, rates_in_space(world, recording),
        b.R and f.out(b.R, u) or u, a.p, b.p)
    end)
  end
  local u = parts.unit(t, "axis", { 0, 0, 1 }, 3, j.what)
  if holds then
    return held(world, t, j, turning(j, u))
  end
  local given = torque(t, j.what)
  table.insert(world.motors, function(list, recording)
    local x, on_a, on_b = given(recording), axes(j, u, recording)
    for k = 1, 3 do
      local i = j.a.vat + 2 + k
      list[i] = list[i] + x * on_a[k]
      if j.b then
        i = j.b.vat + 2 + k
        list[i] = list[i] - x * on_b[k]
      end
    end
  end)
end

local function lend(from)
  return function(world)
    for name, link in pairs(from) do
      world[name] = link
    end
  end
end

links.planar, links.spatial = lend(plane), lend(space)

return links
