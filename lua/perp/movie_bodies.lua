--- # What a replay draws
---
--- Bodies by their own shapes, joints and springs between their points, contacts
--- where they touch, and what a scene draws by itself.

local core = require "perp.core"
core.library()
local record = require "perp.record"
local shapes = require "perp.shapes"

local bodies = {}

--- ## What a world looks like

local function numbers(list)
  local out = {}
  for i, x in ipairs(list) do
    out[i] = core.number(x)
  end
  return out
end

local function index_of(world, body)
  for i, one in ipairs(world.bodies) do
    if one == body then
      return i - 1
    end
  end
  return -1
end

--- The rim of a capsule: two half circles, each as 16 sides.
local function around(f)
  local list, l, r = {}, core.number(f.length) / 2, core.number(f.radius)
  for i = 0, 33 do
    local a = math.pi * ((i < 17 and i or i - 1) / 16 - 0.5)
    list[i + 1] = { (i < 17 and l or -l) + r * core.cos(a), r * core.sin(a) }
  end
  return list
end

--- The rims of a disc or a cylinder in space, as 32 corners each.
local function rims(f)
  local list, r = {}, core.number(f.radius)
  local l = f.length and core.number(f.length) / 2
  for _, x in ipairs(l and { -l, l } or { 0 }) do
    for i = 0, 31 do
      local a = math.pi * i / 16
      list[#list + 1] = { x, r * core.cos(a), r * core.sin(a) }
    end
  end
  return list
end

local function shape_of(body, dimension)
  local f = body.form
  local out = { kind = body.kind, name = body.name or body.kind,
    q = body.at - 1, v = (body.vat or body.at) - 1, turns = body.size >
    dimension }
  if f.radius and body.kind ~= "rod" then
    out.radius = core.number(f.radius)
  end
  if body.kind == "box" then
    out.size = numbers(f.size or { f.width, f.height })
  elseif body.kind == "rod" then
    out.length = core.number(f.length)
  end
  local rim = body.vertices or body.kind == "capsule" and around(f) or
    dimension == 3 and (body.kind == "disc" or body.kind == "cylinder") and
    rims(f) or f.corners
  out.corners = rim and #rim > 0 and {} or nil
  for i, p in ipairs(out.corners and rim or {}) do
    out.corners[i] = numbers(p)
  end
  return out
end

--- A wall that moves, or whose surface does, is told with the numbers of a row: how
--- far it has gone, and the velocity of its surface. `motion` and `surface` say where
--- they begin among these numbers, counted from 0; their symbols join `roots`.
local function moving(wall, dimension, recording, roots)
  local out = { params = numbers(wall.params) }
  for _, key in ipairs { "motion", "surface" } do
    local what = ("%s of %s"):format(key, wall.what)
    if wall[key] then
      out[key] = #roots
      table.move(shapes.vector(recording:call(wall[key], "t", what), dimension,
        what), 1, dimension, #roots + 1, roots)
    end
  end
  return out
end

--- What `world:system()` tells perp.system to be drawn by, and the symbols of what
--- moves by a law of time. Joints and springs have noted in `world.drawn` between
--- which points they are.
function bodies.picture(world, dimension, recording)
  local roots = {}
  local p = { dimension = dimension, bodies = {}, links = {} }
  for i, body in ipairs(world.bodies) do
    p.bodies[i] = shape_of(body, dimension)
  end
  for i, link in ipairs(world.drawn) do
    p.links[i] = { sort = link.sort, name = link.name,
      a = index_of(world, link.a), b = link.b and index_of(world, link.b) or
      -1, at = numbers(link.at), on = numbers(link.on) }
  end
  for _, wall in ipairs(world.walls) do
    if not wall.ground and dimension == 3 then -- they would hide the bodies
    elseif wall.motion or wall.surface then
      p.moving = p.moving or {}
      p.moving[#p.moving + 1] = moving(wall, dimension, recording, roots)
    elseif wall.ground then
      p.ground = numbers(wall.params)
    else
      p.walls = p.walls or {}
      p.walls[#p.walls + 1] = numbers(wall.params)
    end
  end
  return p, roots
end

--- ## What a scene draws itself

--- `draw(q)` of perp.system returns marks { "line", x, y, x, y, ... }, { "circle", x, y, r },
--- { "point", x, y }, { "push", CONTACT, x, y, nx, ny }. The words are kept;
--- the numbers are a tape.
local takes = { line = 4, circle = 3, point = 2, push = 4 }

local function marks(list, f, roots)
  local forms = {}
  if type(list) ~= "table" then
    record.fail("draw returns a list of marks", nil, f)
  end
  for i, mark in ipairs(list) do
    local what = ("mark %d of draw"):format(i)
    local sort = type(mark) == "table" and mark[1]
    local first = sort == "push" and 3 or 2
    if not takes[sort] then
      record.fail(what .. ' is no { "line", ... }, { "circle", x, y, r }, ' ..
        '{ "point", x, y } or { "push", CONTACT, x, y, nx, ny }', nil, f)
    end
    local n = #mark - first + 1
    if n ~= takes[sort] and (sort ~= "line" or n < 4 or n % 2 ~= 0) then
      record.fail(("%s, '%s': %d numbers are wanted"):format(what, sort,
        takes[sort]), nil, f)
    end
    for k = first, #mark do
      if not record.is_number(mark[k]) and not core.recorderof(mark[k]) then
        record.fail(("%s, '%s': entry %d is no number"):format(what, sort, k),
          nil, f)
      end
      roots[#roots + 1] = mark[k]
    end
    forms[i] = { sort = sort, n = n, contact = sort == "push" and
      tostring(mark[2]) or nil }
  end
  return forms
end

--- The numbers of a row that follow from its own position and time, and no column has:
--- those of marks, and behind them those of walls that move, which count from there.
function bodies.marks(s, recording, picture, roots)
  local all, forms = {}, {}
  if s.draw then
    forms = marks(recording:call(s.draw, "q", "draw"), s.draw, all)
  end
  for _, wall in ipairs(picture and picture.moving or {}) do
    wall.motion = wall.motion and wall.motion + #all
    wall.surface = wall.surface and wall.surface + #all
  end
  table.move(roots or {}, 1, #(roots or {}), #all + 1, all)
  return all[1] and { forms = forms,
    tape = (core.tape(recording.recorder, all)) } or nil
end

--- In the plane a contact's rows (n, m_n), (t, m_t) of a body say where it
--- touches: r x n = m_n and r x t = m_t are two equations for r. A point has
--- no moment, and is where it is. Of two bodies the last one is taken: n
--- pushes it.
local function touch_plane(body, q, push)
  local n, d, at = push.n, push.d, body.v + 1
  local r, nx, ny = { 0, 0 }, n[at], n[at + 1]
  if body.turns then
    local tx, ty, mt = ny, -nx, 0
    if d then
      tx, ty, mt = d[at], d[at + 1], d[at + 2]
    end
    local det = nx * ty - ny * tx
    r = { (mt * nx - n[at + 2] * tx) / det, (mt * ny - n[at + 2] * ty) / det }
  end
  return { q[body.q + 1] + r[1], q[body.q + 2] + r[2] }, { nx, ny },
    { push.p[at], push.p[at + 1] }
end

local function cross(a, b)
  return { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3],
    a[1] * b[2] - a[2] * b[1] }
end

local function triple(list, at)
  return { list[at], list[at + 1], list[at + 2] }
end

--- In space moments are in the body's directions: m = R' (r x n). The part of r
--- across n is n x m_n, the one along n comes from the slip: (t x m_t) . n.
local function touch_space(body, q, push)
  local f = require "perp.spatial_frame" -- which wants perp itself
  local at = body.v + 1
  local n, c = triple(push.n, at), triple(q, body.q + 1)
  if body.turns then
    local R = f.rotation(table.move(q, body.q + 1, body.q + 7, 1, {}))
    local r = cross(n, f.out(R, triple(push.n, at + 3)))
    if push.d then
      local t = triple(push.d, at)
      local along = f.dot(cross(t, f.out(R, triple(push.d, at + 3))), n)
      r = f.plus(r, f.times(along / f.dot(t, t), n))
    end
    c = f.plus(c, r)
  end
  return c, n, triple(push.p, at)
end

local function moved(body, push, dimension)
  for k = 0, dimension - 1 do
    if push.n[body.v + 1 + k] ~= 0 then
      return true
    end
  end
end

--- ## Where a contact touches

--- Point, normal, impulse, the body's number; nil when no body is moved by it.
function bodies.touch(picture, q, push)
  for i = #picture.bodies, 1, -1 do
    local body = picture.bodies[i]
    if moved(body, push, picture.dimension) then
      local p, n, f = (picture.dimension == 2 and touch_plane or touch_space)(
        body, q, push)
      return p, n, f, i
    end
  end
end

return bodies
