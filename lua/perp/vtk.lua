--- # Rows for ParaView
---
--- `perp run SCENE --vtk DIR` writes what stands at each row of the table: the
--- bodies' outlines, the velocities of these points, and the impulses at the points
--- where contacts touch. A file is PolyData of VTK's XML, in letters; NAME.pvd lists
--- the files of a run with their times.
---
--- A point of a body at the lever r from its centre c, in the directions of the world,
--- is c + r, and moves with v + w x r.

local core = require "perp.core"
core.library()
local bodies = require "perp.movie_bodies"
local outline = require "perp.outline"
local record = require "perp.record"

local vtk = {}
local every = (core.options() or {}).every or 1

--- ## Text

--- A comment holds no "--", and no letter that an encoding may refuse.
local function comment(lines)
  local text = table.concat(lines, "\n"):gsub("%-%-", "- -"):gsub("%-%-",
    "- -"):gsub("[^\n\32-\126]", "?")
  return "<!--\n" .. text .. "\n-->\n"
end

local function array(sort, name, list, components)
  return ('<DataArray type="%s" Name="%s"%s format="ascii">\n%s\n' ..
    "</DataArray>\n"):format(sort, name, components and
    (' NumberOfComponents="%d"'):format(components) or "",
    table.concat(list, "\n"))
end

local function vectors(name, list)
  local out = {}
  for i, p in ipairs(list) do
    out[i] = ("%.17g %.17g %.17g"):format(p[1], p[2], p[3] or 0)
  end
  return array("Float64", name, out, 3)
end

--- Cells: all their points, and where each ends.
local function cells(name, list)
  local points, ends, n = {}, {}, 0
  for i, cell in ipairs(list) do
    n = n + #cell
    points[i], ends[i] = table.concat(cell, " "), n
  end
  return "<" .. name .. ">\n" .. array("Int64", "connectivity", points) ..
    array("Int64", "offsets", ends) .. "</" .. name .. ">\n"
end

local head = '<?xml version="1.0"?>\n<VTKFile type="%s" version="0.1" ' ..
  'byte_order="LittleEndian">\n'

local function piece(t, x)
  return table.concat { head:format("PolyData"), "<PolyData>\n<FieldData>\n",
    ('<DataArray type="Float64" Name="TimeValue" NumberOfTuples="1" ' ..
    'format="ascii">%.17g</DataArray>\n'):format(t), "</FieldData>\n",
    ('<Piece NumberOfPoints="%d" NumberOfVerts="%d" NumberOfLines="%d" ' ..
    'NumberOfStrips="0" NumberOfPolys="%d">\n'):format(#x.points, #x.verts,
    #x.lines, #x.polys), '<PointData Vectors="velocity">\n',
    vectors("velocity", x.velocity), x.impulse and vectors("impulse",
    x.impulse) or "", array("Int32", "body", x.body), x.contact and
    array("Int32", "contact", x.contact) or "", "</PointData>\n<Points>\n",
    vectors("points", x.points), "</Points>\n", cells("Verts", x.verts),
    cells("Lines", x.lines), cells("Polys", x.polys),
    "</Piece>\n</PolyData>\n</VTKFile>\n" }
end

--- ## A row

--- Functions of a body's own point (its place) and of a lever (its velocity).
local function motion_plane(body, q, v)
  local w = body.turns and v[body.v + 3] or 0
  local c, s = 1, 0
  if body.turns then
    c, s = core.cos(q[body.q + 3]), core.sin(q[body.q + 3])
  end
  return { q[body.q + 1], q[body.q + 2], 0 }, function(p)
    return { c * p[1] - s * p[2], s * p[1] + c * p[2], 0 }
  end, function(r)
    return { v[body.v + 1] - w * r[2], v[body.v + 2] + w * r[1], 0 }
  end
end

local function motion_space(body, q, v)
  local frame = require "perp.spatial_frame" -- which wants perp itself
  local function part(list, at, n)
    return table.move(list, at + 1, at + n, 1, {})
  end
  local R = body.turns and frame.rotation(part(q, body.q, 7))
  local u = part(v, body.v, body.turns and 6 or 3)
  return part(q, body.q, 3), function(p)
    return R and frame.out(R, p) or p
  end, function(r)
    return R and frame.velocity(R, u, r) or u
  end
end

local function plus(a, b)
  return { a[1] + b[1], a[2] + b[2], a[3] + b[3] }
end

--- The outlines at a row. `still` is what all rows share.
local function outlines(still, picture, q, v)
  local x = { points = {}, velocity = {}, body = {}, motion = {},
    verts = table.move(still.verts, 1, #still.verts, 1, {}),
    lines = still.lines, polys = still.polys }
  for i, body in ipairs(picture.bodies) do
    x.motion[i] = table.pack((picture.dimension == 2 and motion_plane or
      motion_space)(body, q, v))
  end
  for i, p in ipairs(still.points) do
    local centre, turned, speed = table.unpack(x.motion[still.body[i]])
    local r = turned(p)
    x.points[i], x.velocity[i] = plus(centre, r), speed(r)
    x.body[i] = still.body[i] - 1
  end
  return x
end

--- The points where contacts push, with what pushes the body; elsewhere no
--- contact is named, and none pushes.
local function pushes(x, list, picture, q)
  x.impulse, x.contact = {}, {}
  for i = 1, #x.points do
    x.impulse[i], x.contact[i] = { 0, 0, 0 }, -1
  end
  for _, push in ipairs(list) do
    local p, _, f, i = bodies.touch(picture, q, push)
    if p then
      local centre, _, speed = table.unpack(x.motion[i])
      local at = { p[1], p[2], p[3] or 0 }
      local n = #x.points + 1
      x.points[n], x.impulse[n], x.contact[n] = at, f, push[1] - 1
      x.body[n], x.verts[#x.verts + 1] = i - 1, { n - 1 }
      x.velocity[n] = speed(plus(at, { -centre[1], -centre[2], -centre[3] }))
    end
  end
end

--- ## A run

--- Refused before the run: only bodies of a world have a shape.
function vtk.expect(system, where)
  local picture = system.picture
  if not picture or #picture.bodies == 0 then
    record.fail("--vtk draws bodies of perp.planar and perp.spatial, and " ..
      "this system has none; ask for --csv, or make it by such a world",
      "system", where)
  end
end

local function columns(run, prefix, names)
  local out = {}
  for i, name in ipairs(names) do
    out[i] = core.column(run.core, prefix .. name, every)
  end
  return out
end

local function at(lists, i)
  local out = {}
  for k, list in ipairs(lists) do
    out[k] = list[i]
  end
  return out
end

--- The numbers by which arrays name bodies and contacts, and what the run was.
local function legend(run, picture)
  local lines, k = core.header(run.core), 0
  for i, body in ipairs(picture.bodies) do
    lines[#lines + 1] = ("body %d: %s"):format(i - 1, body.name)
  end
  for _, name in ipairs(run.columns) do
    if name:find("^cn%.") then
      lines[#lines + 1] = ("contact %d: %s"):format(k, name:sub(4))
      k = k + 1
    end
  end
  return comment(lines), k > 0
end

--- Writes the files of a run.
function vtk.add(e, run)
  local picture, name = e.system.picture, run.name
  local still, last = outline.of(picture), run.summary.steps
  local q = columns(run, "q.", e.system.coordinates)
  local v = columns(run, "v.", e.system.velocities)
  local text, known = legend(run, picture)
  local geometry = known and core.geometry(run.core, e.system.core)
  local list = { head:format("Collection"), text, "<Collection>\n" }
  for i, t in ipairs(core.column(run.core, "t", every)) do
    local row = math.min((i - 1) * every, last)
    local x = outlines(still, picture, at(q, i), at(v, i))
    if known then
      local _, pushed = geometry(row)
      pushes(x, pushed, picture, at(q, i))
    end
    local file = ("%s.%06d.vtp"):format(name, row)
    core.vtk(file, piece(t, x))
    list[#list + 1] = ('<DataSet timestep="%.17g" part="0" file="%s"/>\n')
      :format(t, file)
  end
  list[#list + 1] = "</Collection>\n</VTKFile>\n"
  core.vtk(name .. ".pvd", table.concat(list))
end

return vtk
