--- # A film strip: what a run looks like at some times
---
--- Panels of a figure, one a snapshot, all over the same interval and with one metre
--- of the same length on both axes. What is drawn is what a replay draws: the bodies
--- of a world by their own shapes with joints, springs, ground and walls, or what a
--- scene's `draw` gives; here without impulses. Bodies in space are drawn in two
--- views, from the front, (x, z), and from above, (x, y), as wires.
---
---     local strip = require "perp.strip"
---     figures = function(run) return { { name = "pile", columns = 2,
---       panels = strip.panels(run) } } end
---
--- `strip.panels(run, { count = 4 })` gives count snapshots at equal intervals, with
--- `together = true` all of them in one panel. A system that is neither made of
--- bodies nor has a `draw` gives none. What stays in its place is grey.

local core = require "perp.core"
core.library()
local outline = require "perp.outline"
local frame = require "perp.spatial_frame"

local strip = {}
local nan, GREY, COLOURS = 0 / 0, 8, 7

--- ## Where everything is at a row

--- The first row at or behind the time.
local function row_at(run, t)
  for l, x in ipairs(run.t) do
    if x >= t - 1e-9 then
      return l
    end
  end
  return #run.t
end

local function entries(run, prefix, names, row)
  local out = {}
  for i, name in ipairs(names) do
    out[i] = run[prefix .. name][row]
  end
  return out
end

--- Of each body a function from its own directions to the world's.
local function motions(picture, q)
  local list = {}
  for i, body in ipairs(picture.bodies) do
    local at = body.q
    if picture.dimension == 2 then
      local th = body.turns and q[at + 3] or 0
      local c, s = core.cos(th), core.sin(th)
      list[i] = function(p)
        return { q[at + 1] + c * p[1] - s * p[2],
          q[at + 2] + s * p[1] + c * p[2], 0 }
      end
    else
      local centre = { q[at + 1], q[at + 2], q[at + 3] }
      local R = body.turns and frame.rotation(table.move(q, at + 1, at + 7, 1,
        {}))
      list[i] = function(p)
        return frame.plus(centre, R and frame.out(R, p) or p)
      end
    end
  end
  return list
end

--- ## Curves

--- A curve of polylines with gaps between them: in each view two of the three
--- coordinates are seen.
local function curve(view, color, style)
  return { x = {}, y = {}, color = color, style = style, view = view }
end

local function add(c, points)
  for _, p in ipairs(points) do
    c.x[#c.x + 1], c.y[#c.y + 1] = p[c.view[1]], p[c.view[2]]
  end
  c.x[#c.x + 1], c.y[#c.y + 1] = nan, nan
end

local function around(r, view)
  local list = {}
  for i = 0, 32 do
    local a = math.pi * i / 16
    list[i + 1] = { 0, 0, 0 }
    list[i + 1][view[1]] = r * core.cos(a)
    list[i + 1][view[2]] = r * core.sin(a)
  end
  return list
end

--- One body: its cells, and of a disc in the plane the radius that shows how it has
--- turned. A sphere is a circle from every side.
local function body_curve(still, i, body, place, view)
  local c = curve(view, (i - 1) % COLOURS + 1)
  local function moved(cell, closed)
    local points = {}
    for k, index in ipairs(cell) do
      points[k] = still.body[index + 1] == i and place(still.points[index + 1])
        or nil
    end
    if points[1] then
      points[#points + 1] = closed and points[1] or nil
      add(c, points)
    end
  end
  if body.kind == "sphere" then
    local centre, points = place { 0, 0, 0 }, around(body.radius, view)
    for k, p in ipairs(points) do
      points[k] = frame.plus(centre, p)
    end
    add(c, points)
    return c
  end
  for _, cell in ipairs(still.polys) do moved(cell, true) end
  for _, cell in ipairs(still.lines) do moved(cell) end
  if body.kind == "disc" and view[2] == 2 and still.flat then
    add(c, { place { 0, 0, 0 }, place { body.radius, 0, 0 } })
  elseif #c.x == 0 then
    c.style = "points"
    for _, cell in ipairs(still.verts) do moved(cell) end
  end
  return c
end

--- Springs as dashed lines, joints as points.
local function link_curves(picture, places, view)
  local lines, points = curve(view, GREY), curve(view, GREY, "points")
  lines.dash = true
  for _, link in ipairs(picture.links) do
    local function place(b, p)
      p = { p[1], p[2], p[3] or 0 }
      return b < 0 and p or places[b + 1](p)
    end
    if link.sort == "spring" or link.sort == "damper" then
      add(lines, { place(link.a, link.at), place(link.b, link.on) })
    elseif link.sort ~= "torsion" then
      add(points, { place(link.a, link.at) })
    end
  end
  return { lines, points }
end

local function world_curves(picture, still, q, view)
  local places, list = motions(picture, q), {}
  for i, body in ipairs(picture.bodies) do
    list[i] = body_curve(still, i, body, places[i], view)
  end
  for _, c in ipairs(link_curves(picture, places, view)) do
    list[#list + 1] = #c.x > 0 and c or nil
  end
  return list
end

--- The marks of a scene's `draw`; `rest[k]` says that mark k never moves.
local function mark_curves(marks, values, rest)
  local list, at, plane = {}, 0, { 1, 2 }
  for k, form in ipairs(marks.forms) do
    local x = table.move(values, at + 1, at + form.n, 1, {})
    local c = curve(plane, rest[k] and GREY or 1)
    at = at + form.n
    if form.sort == "line" then
      local points = {}
      for j = 1, #x, 2 do
        points[#points + 1] = { x[j], x[j + 1] }
      end
      add(c, points)
    elseif form.sort == "circle" then
      local points = around(x[3], plane)
      for _, p in ipairs(points) do
        p[1], p[2] = x[1] + p[1], x[2] + p[2]
      end
      add(c, points)
    elseif form.sort == "point" then
      c.style = "points"
      add(c, { x })
    end
    list[#list + 1] = #c.x > 0 and c or nil
  end
  return list
end

--- Which marks have the same numbers in all snapshots.
local function resting(marks, all)
  local out, at = {}, 0
  for k, form in ipairs(marks.forms) do
    out[k] = true
    for j = at + 1, at + form.n do
      for _, values in ipairs(all) do
        out[k] = out[k] and values[j] == all[1][j]
      end
    end
    at = at + form.n
  end
  return out
end

--- ## Ground and walls

--- The box of all curves of a view, with a margin.
local function box_of(frames, margin)
  local lo, hi = { 1 / 0, 1 / 0 }, { -1 / 0, -1 / 0 }
  for _, list in ipairs(frames) do
    for _, c in ipairs(list) do
      for i, key in ipairs { "x", "y" } do
        for _, z in ipairs(c[key]) do
          if z == z then
            lo[i], hi[i] = math.min(lo[i], z), math.max(hi[i], z)
          end
        end
      end
    end
  end
  local m = margin * math.max(hi[1] - lo[1], hi[2] - lo[2])
  return { lo[1] - m, lo[2] - m }, { hi[1] + m, hi[2] + m }
end

--- The part of the line n . x = off that lies in the box, or nil.
local function cut(n, off, lo, hi)
  local p, t, from, till = { n[1] * off, n[2] * off }, { -n[2], n[1] },
    -1 / 0, 1 / 0
  for i = 1, 2 do
    if t[i] == 0 then
      if p[i] < lo[i] or p[i] > hi[i] then return nil end
    else
      local a, b = (lo[i] - p[i]) / t[i], (hi[i] - p[i]) / t[i]
      from, till = math.max(from, math.min(a, b)),
        math.min(till, math.max(a, b))
    end
  end
  return from < till and { { p[1] + from * t[1], p[2] + from * t[2] },
    { p[1] + till * t[1], p[2] + till * t[2] } } or nil
end

--- The ground and the walls, {normal, offset} in the numbers of a view, where they
--- are seen as lines.
local function walls_of(picture, view)
  local list = {}
  for _, wall in ipairs { picture.ground or false,
    table.unpack(picture.walls or {}) } do
    local n = wall and { wall[view[1]], wall[view[2]] }
    if n and n[1] * n[1] + n[2] * n[2] > 1 - 1e-9 then
      list[#list + 1] = { n, wall[picture.dimension + 1] }
    end
  end
  return list
end

local function add_walls(frames, walls)
  local lo, hi = box_of(frames, 0.05)
  for _, list in ipairs(frames) do
    for _, wall in ipairs(walls) do
      local line = cut(wall[1], wall[2], lo, hi)
      if line then
        local c = curve({ 1, 2 }, GREY)
        add(c, line)
        list[#list + 1] = c
      end
    end
  end
end

--- ## Panels

local axes = { "x (m)", "y (m)", "z (m)" }

local function panel(curves, view, title)
  for _, c in ipairs(curves) do
    c.view = nil
  end
  return { series = curves, equal = true, legend = "none", title = title,
    xlabel = axes[view[1]], ylabel = axes[view[2]] }
end

--- The curves of every snapshot in one view.
local function frames_of(run, system, rows, view)
  local frames, picture = {}, system.picture
  if picture and #picture.bodies > 0 then
    local still = outline.of(picture)
    still.flat = picture.dimension == 2
    for k, row in ipairs(rows) do
      frames[k] = world_curves(picture, still, entries(run, "q.",
        system.coordinates, row), view)
    end
    add_walls(frames, walls_of(picture, view))
  else
    local values = {}
    for k, row in ipairs(rows) do
      local point = entries(run, "q.", system.coordinates, row)
      table.move(entries(run, "v.", system.velocities, row), 1,
        #system.velocities, #point + 1, point)
      point[#point + 1] = run.t[row]
      values[k] = core.eval(system.marks.tape, point) or {}
    end
    local rest = resting(system.marks, values)
    for k in ipairs(rows) do
      frames[k] = mark_curves(system.marks, values[k], rest)
    end
  end
  return frames
end

--- The snapshots of a run as panels: none where nothing is known of its looks.
function strip.panels(run, options)
  local system, o = run.system, options or {}
  local picture = system and system.picture
  local bodies = picture and #picture.bodies > 0
  if not bodies and not (system and system.marks) then
    return {}
  end
  local count, rows, panels = o.count or 4, {}, {}
  for k = 1, count do
    local t = run.t[1] + (run.t[#run.t] - run.t[1]) *
      (count > 1 and (k - 1) / (count - 1) or 1)
    rows[k] = row_at(run, t)
  end
  local views = bodies and picture.dimension == 3 and { { 1, 3 }, { 1, 2 } } or
    { { 1, 2 } }
  for v, view in ipairs(views) do
    local frames = frames_of(run, system, rows, view)
    for k, curves in ipairs(frames) do
      local title = ("t = %.3g s"):format(run.t[rows[k]])
      if #views > 1 then
        title = title .. (v == 1 and ", front" or ", above")
      end
      local at = #views * (k - 1) + v
      panels[at] = panel(curves, view, title)
    end
  end
  if o.together then
    local all = {}
    for _, one in ipairs(panels) do
      table.move(one.series, 1, #one.series, #all + 1, all)
    end
    panels[1].series, panels[1].title = all, nil
    return { panels[1] }
  end
  return panels
end

return strip
