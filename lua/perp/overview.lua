--- # A figure for a run that draws none
---
--- Coordinates, velocities, energy and impulses against the time, from the run's
--- own table. Of more than eight curves a panel shows the eight that are largest
--- somewhere, and says how many it leaves out; a column that is zero throughout is
--- left out, too.

local overview = {}

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

--- A panel of the columns whose names begin so, or nil when all of them are zero.
local function panel(run, prefix, ylabel, style)
  local found = {}
  for at, name in ipairs(run.columns) do
    local label = name:sub(1, #prefix) == prefix and name:sub(#prefix + 1)
    local most = label and size(run[name]) or 0
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
    title = more > 0 and ("the largest %d of %d"):format(MOST, MOST + more) or
      nil }
end

--- The figure of a run, as perp.plot wants it.
function overview.figure(run, name)
  local panels = {}
  for _, p in ipairs { { "q.", "q (m, rad)" }, { "v.", "v (m/s, rad/s)" },
    { "kinetic", "energy (J)" }, { "delta.", "deformation (m)" },
    { "cn.", "normal impulse (N s)", "steps" },
    { "ft.", "impulse of friction (N s)", "steps" },
    { "cs.", "impulse of springs (N s)", "steps" } } do
    panels[#panels + 1] = panel(run, table.unpack(p))
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
