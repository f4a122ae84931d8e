--- # Before and behind an impact
---
--- Bodies as HP23's Figures 1, 4 and 5 have them: where they touch, and a moment later as
--- each law lets them go. A panel has the bodies at the impact, in light gray, and once
--- more displaced by $\tau v$, with one $\tau$ for all panels: so long that what moves
--- most in any of them would go a sixteenth of the picture's size along its velocity. A
--- mark that moves in no panel is scenery, and stays gray. Before the impact they stand
--- where they came from, $q - \tau v$. Each contact's point has a line to where it goes.
---
--- The bodies are the marks of a scene's `draw(q)`, asked with numbers; `push` says where
--- a contact is.

local record = require "perp.record"
local impact_figure = {}

local GAP, SHARE, SIDES = 1e999, 1 / 16, 48

--- The system that was made last, if it draws.
local drawing

function impact_figure.remember(draw)
  drawing = draw
end

local function circle(out, x, y, r)
  local perp = require "perp"
  for k = 0, SIDES do
    local a = 2 * math.pi * k / SIDES
    out.x[#out.x + 1] = x + r * perp.cos(a)
    out.y[#out.y + 1] = y + r * perp.sin(a)
  end
end

--- The outline { x, y }, with gaps, and the points of contacts; of marks that move, if
--- these are asked for.
local function outline(names, q, moves)
  local at, out, touch = {}, { x = {}, y = {} }, { x = {}, y = {} }
  for i, name in ipairs(names) do
    at[i], at[name] = q[i], q[i]
  end
  for i, mark in ipairs(drawing(at)) do
    out[i] = #out.x
    if moves and not moves[i] and mark[1] ~= "push" then
      goto next
    elseif mark[1] == "circle" then
      circle(out, mark[2], mark[3], mark[4])
    elseif mark[1] == "push" then
      table.insert(touch.x, mark[3])
      table.insert(touch.y, mark[4])
    else
      for k = 2, #mark, 2 do
        table.insert(out.x, mark[k])
        table.insert(out.y, mark[k + 1])
      end
    end
    if mark[1] ~= "push" then
      table.insert(out.x, GAP)
      table.insert(out.y, GAP)
    end
    ::next::
  end
  return out, touch
end

local function moved(q, v, by)
  local out = {}
  for i, x in ipairs(q) do
    out[i] = x + by * v[i]
  end
  return out
end

--- How fast the fastest drawn point is, and how large the drawing; enters into moves
--- which marks move.
local function speed(names, q, v, moves)
  local small = 0x1p-20
  local a, b = outline(names, q), outline(names, moved(q, v, small))
  local most, size, mark = 0, 0, 0
  for k = 1, #a.x do
    while a[mark + 1] and k > a[mark + 1] do
      mark = mark + 1
    end
    if a.x[k] < GAP then
      local fast = math.max(math.abs(b.x[k] - a.x[k]),
        math.abs(b.y[k] - a.y[k])) / small
      moves[mark] = moves[mark] or fast > 0
      most = math.max(most, fast)
      for j = 1, #a.x do
        if a.x[j] < GAP then
          size = math.max(size, math.abs(a.x[k] - a.x[j]),
            math.abs(a.y[k] - a.y[j]))
        end
      end
    end
  end
  return most, size
end

local function panel(t, p, tau, moves)
  local still, from = outline(t.names, t.q)
  local there, to = outline(t.names, moved(t.q, p.v, p.before and -tau or tau),
    moves)
  local ways = { x = {}, y = {} }
  for k = 1, #from.x do
    for _, c in ipairs { "x", "y" } do
      table.insert(ways[c], from[c][k])
      table.insert(ways[c], to[c][k])
      table.insert(ways[c], GAP)
    end
  end
  local color = p.color
  return { title = p.title, xlabel = "x (m)", ylabel = "y (m)", equal = true,
    series = {
      { x = still.x, y = still.y, color = "light", width = 2 },
      { x = there.x, y = there.y, color = color, width = 1.5 },
      { x = ways.x, y = ways.y, color = "dark", width = 2 },
      { x = from.x, y = from.y, color = "dark", style = "points" } } }
end

--- The figure of { name, names, q, panels = { { title, v, color, before }, ... } }.
function impact_figure.figure(t)
  if not drawing then
    record.fail("--plot of an impact draws bodies, and the system has no " ..
      "draw = function(q), a list of marks")
  end
  local most, size, moves = 0, 0, {}
  for _, p in ipairs(t.panels) do
    local fast, large = speed(t.names, t.q, p.v, moves)
    most, size = math.max(most, fast), math.max(size, large)
  end
  local tau = most > 0 and SHARE * size / most or 0
  local out, n = {}, #t.panels
  for k, p in ipairs(t.panels) do
    out[k] = panel(t, p, tau, moves)
  end
  local columns = n < 4 and n or n == 4 and 2 or 3
  return { name = t.name, title = t.title, columns = columns,
    width = 330 * columns, height = 320 * ((n + columns - 1) // columns),
    panels = out }
end

return impact_figure
