--- # The exact motion beside the computed one
---
--- An experiment that knows its motion, `reference`, says in its figures how far the
--- run is from it, without a word in the case: each curve that is a column of the
--- run, `run["q.x"]`, `run["v.x"]` or `run["va.x"]` over `run.t`, gets the exact one
--- as a dashed line over it, a path of two such columns the exact path; and below
--- stands for each unit a panel with computed minus exact, and with 0. A curve made otherwise, a
--- sum or a difference, is left alone.

local beside = {}

--- Which lists are columns of coordinates or velocities: the place in what the
--- reference returns. A column is one list however often it is asked for.
local function places(run, system)
  local out, at = {}, 0
  for _, kind in ipairs { { system.coordinates, "q." },
    { system.velocities, "v.", "va." } } do
    for _, name in ipairs(kind[1]) do
      at = at + 1
      for k = 2, #kind do
        local list = rawget(run, kind[k] .. name)
        if list then
          out[list] = { at = at, name = kind[k] .. name }
        end
      end
    end
  end
  return out
end

local function exact_columns(run, reference)
  local rows = {}
  for i, t in ipairs(run.t) do
    rows[i] = reference(t)
  end
  return function(at)
    local out = {}
    for i, row in ipairs(rows) do
      out[i] = row[at]
    end
    return out
  end
end

--- "v^{h} (m/s)" is the words and the unit.
local function parted(label)
  local words, unit = (label or ""):match("^(.-)%s*%(([^()]*)%)$")
  return words or label or "", unit or "SI"
end

--- Panels of errors, one a unit. A coordinate's velocity has one error, that of the
--- first of $v^h$ and $v^{h,\alpha}$ which the figure draws: the band of a velocity
--- that alternates would hide the other.
local function error_panels(list, run, columns)
  local panels, of, met = {}, {}, {}
  for _, e in ipairs(list) do
    if not met[e.at] then
      met[e.at] = true
      local p = of[e.unit]
      if not p then
        p = { columns = columns, xlabel = "t (s)", series = {},
          ylabel = ("computed − exact (%s)"):format(e.unit) }
        of[e.unit], panels[#panels + 1] = p, p
      end
      local y = {}
      for i, x in ipairs(e.computed) do
        y[i] = x - e.exact[i]
      end
      p.series[#p.series + 1] = { x = run.t, y = y, label = e.label }
    end
  end
  return panels
end

--- An axis of errors has 0 on it: one that hardly moves would else fill its panel, and
--- with ticks of ten digits.
local function with_zero(panel)
  local lo, hi = math.huge, -math.huge
  for _, s in ipairs(panel.series) do
    for _, y in ipairs(s.y) do
      lo, hi = math.min(lo, y), math.max(hi, y)
    end
  end
  if lo > 0 and hi < math.huge then
    panel.ylim = { -0.05 * hi, 1.05 * hi }
  elseif hi < 0 and lo > -math.huge then
    panel.ylim = { 1.05 * lo, -0.05 * lo }
  end
end

--- The exact curves of one panel, added to it; what is said of the errors goes to
--- the list.
local function overlay(panel, run, place, column, errors)
  local function note(list, words, unit)
    local p = place[list]
    p.exact = p.exact or column(p.at)
    errors[#errors + 1] = { at = p.at, computed = list, exact = p.exact,
      unit = unit, label = words ~= "" and words or p.name }
    return p.exact
  end
  local series = { panel.y and panel or nil }
  table.move(panel.series or {}, 1, #(panel.series or {}), #series + 1, series)
  local words, unit = parted(panel.ylabel)
  local more = {}
  for _, s in ipairs(series) do
    local x, y = s.x or panel.x, nil
    if place[s.y] and x == run.t then
      y = note(s.y, s.label or words, unit)
    elseif place[s.y] and place[x] then
      local across, other = parted(panel.xlabel)
      x, y = note(x, across, other), note(s.y, words, unit)
    end
    more[#more + 1] = y and { x = x, y = y, dash = true, color = 8,
      label = #more == 0 and "exact" or nil } or nil
  end
  if more[1] then
    panel.series = table.move(more, 1, #more, #(panel.series or {}) + 1,
      panel.series or {})
  end
end

--- Adds all this to a figure that a scene described; `reference` as the experiment
--- checked it: the list of q and v at a time.
function beside.add(figure, run, system, reference)
  if not reference or type(figure.panels) ~= "table" then
    return
  end
  local place, errors = places(run, system), {}
  local columns
  local function column(at)
    columns = columns or exact_columns(run, reference)
    return columns(at)
  end
  for _, panel in ipairs(figure.panels) do
    if type(panel) == "table" then
      overlay(panel, run, place, column, errors)
    end
  end
  local panels = error_panels(errors, run, figure.columns)
  for _, panel in ipairs(panels) do
    with_zero(panel)
  end
  figure.height = figure.height and figure.height + 180 * #panels
  table.move(panels, 1, #panels, #figure.panels + 1, figure.panels)
end

return beside
