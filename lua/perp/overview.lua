--- # A figure for a run that draws none
---
--- Snapshots (perp.strip), then coordinates, velocities, energy and impulses against
--- the time, from the run's own table. Lengths and angles of bodies have panels of
--- their own; of other coordinates nobody knows the unit. Of more than eight curves a
--- panel shows the eight that are largest somewhere, and says how many it leaves out;
--- a column that is zero throughout is left out, too. A panel in which nothing is as
--- large as 1e-12 says so: there it may be rounding that one looks at.

local overview = {}

local TINY = 1e-12 -- below this a panel says how small all of it is
local MOST = 8 -- curves in a panel: as many as there are colours

--- The largest size of a column's finite entries.
local function size(list)
  local most = 0
  for _, x in ipairs(list) do
    if x == x and math.abs(x) < math.huge then
      most = math.max(most, math.abs(x))
    end
  end
  return most
end

local function title_of(most, more)
  local words = {}
  words[1] = more > 0 and ("the largest %d of %d"):format(MOST, MOST + more) or
    nil
  words[#words + 1] = most < TINY and "all below 10^{\u{2212}12}" or nil
  return words[1] and table.concat(words, ", ")
end

--- A panel of the columns whose names begin so, or nil when all of them are zero;
--- `only` says which names behind the prefix are meant.
local function panel(run, prefix, ylabel, style, only)
  local found, greatest = {}, 0
  for at, name in ipairs(run.columns) do
    local label = name:sub(1, #prefix) == prefix and name:sub(#prefix + 1)
    local most = label and (not only or only[label]) and size(run[name]) or 0
    greatest = math.max(greatest, most)
    if most > 0 then
      found[#found + 1] = { at = at, size = most, curve = { x = run.t,
        y = run[name], label = label ~= "" and label or name, style = style } }
    end
  end
  table.sort(found, function(a, b)
    return a.size > b.size or a.size == b.size and a.at < b.at
  end)
  local more = #found - MOST
  for k = #found, MOST + 1, -1 do
    found[k] = nil
  end
  table.sort(found, function(a, b) return a.at < b.at end)
  local series = {}
  for k, x in ipairs(found) do
    series[k] = x.curve
  end
  return series[1] and { xlabel = "t (s)", ylabel = ylabel, series = series,
    title = title_of(greatest, more) }
end

--- What the coordinates and the velocities of a system of bodies are: the first of
--- each body are lengths, then come an angle or the four of a quaternion. Lists of
--- { prefix, label of the axis, style, which names }.
local function motion_panels(system)
  local picture = system and system.picture
  if not picture or #picture.bodies == 0 then
    return { { "q.", "q (m, rad)" }, { "v.", "v (m/s, rad/s)" } }
  end
  local n, flat = picture.dimension, picture.dimension == 2
  local kinds = { { "q.", "place (m)", nil, {} },
    { "q.", flat and "angle (rad)" or "quaternion (1)", nil, {} },
    { "v.", "velocity (m/s)", nil, {} }, { "v.", "turning (rad/s)", nil, {} } }
  for _, body in ipairs(picture.bodies) do
    for k, at in ipairs { body.q, body.v } do
      local names = k == 1 and system.coordinates or system.velocities
      local last = n + (not body.turns and 0 or flat and 1 or k == 1 and 4 or 3)
      for i = 1, last do
        kinds[2 * k - (i <= n and 1 or 0)][4][names[at + i]] = true
      end
    end
  end
  return kinds
end

--- The figure of a run, as perp.plot wants it.
function overview.figure(run, name)
  local panels = run.system and require "perp.strip".panels(run) or {}
  local list = motion_panels(run.system)
  for _, p in ipairs { { "kinetic", "energy (J)" },
    { "delta.", "deformation (m)" },
    { "cn.", "normal impulse (N s)", "steps" },
    { "ft.", "impulse of friction (N s)", "steps" },
    { "cs.", "impulse of springs (N s)", "steps" } } do
    list[#list + 1] = p
  end
  for _, p in ipairs(list) do
    panels[#panels + 1] = panel(run, p[1], p[2], p[3], p[4])
  end
  for _, one in ipairs(panels) do
    local elastic = one.ylabel == "energy (J)" and
      panel(run, "elastic", "energy (J)")
    if elastic then
      one.series[#one.series + 1] = elastic.series[1]
    end
  end
  return { name = name, title = name, columns = 2,
    height = 200 * ((#panels + 1) // 2), panels = panels }
end

--- Draws the runs of a scene that draws none by itself; of `all` runs it has the
--- first, each with a function that adds to its figure what else is known.
function overview.draw(runs, all)
  local core, plot = require "perp.core", require "perp.plot"
  for _, one in ipairs(runs) do
    local run = one.run
    local figure = overview.figure(run, run.name)
    one.add(figure)
    core.figure(run.name, plot.svg(figure, core.header(run.core)))
  end
  if all > #runs then
    core.note(("of %d runs the first %d are drawn"):format(all, #runs))
  end
end

return overview
