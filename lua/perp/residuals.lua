--- # Equations put to a computed run
---
---     local residuals = require "perp.residuals"
---     figures = function(run)
---       local put = residuals.put(run)
---       put("(4.4c)", "m/s", 1e-12, function(l)
---         return nu(l) * run["va.x"][l + 1]
---       end)
---       return { put:figure("equations", "What the equations leave") }
---     end
---
--- A case that shows an equation says what its terms are, in its own formulas, and
--- takes the numbers from the run's table. What is left of the equation in the step
--- from row l to row l + 1 is a number or a list of numbers; the largest is drawn
--- against the time. With a bound the case refutes itself: a residual above it, or
--- one that is no number, ends the program with the row and the value. Without a
--- bound the residual is measured, no more: an equation that a step obeys up to
--- O(h) has one that falls with h.
---
--- `residuals.lack(x)` is what is missing to x >= 0, `residuals.both(a, b)` the two
--- lacks of a and b and their product: 0 <= a, b, a b = 0.

local residuals = {}
local collection = {}
collection.__index = collection

--- 0 for x >= 0, else -x; what is no number stays one, so that nobody overlooks it.
function residuals.lack(x)
  return x >= 0 and 0 or -x
end

--- The three residuals of 0 <= a, 0 <= b, a b = 0.
function residuals.both(a, b)
  return { residuals.lack(a), residuals.lack(b), a * b }
end

local function largest(x)
  local most = 0
  for _, y in ipairs(type(x) == "table" and x or { x }) do
    if not (math.abs(y) <= most) then
      most = math.abs(y)
    end
  end
  return most
end

--- An empty collection for a run.
function residuals.put(run)
  return setmetatable({ run = run, list = {} }, collection)
end

--- What `of(l)` leaves for each row l but the last, in `unit`; at most `bound` or
--- nil. Rows for which it returns nil have no such equation. Returns the largest.
function collection:__call(tag, unit, bound, of)
  local t, worst = self.run.t, 0
  local one = { tag = tag, unit = unit, x = {}, y = {} }
  for l = 1, #t - 1 do
    local left = of(l)
    if left then
      local size = largest(left)
      if bound and not (size <= bound) then
        error(("%s leaves %.17g %s in row %d, more than %g"):format(tag, size,
          unit, l, bound), 0)
      end
      one.x[#one.x + 1], one.y[#one.y + 1] = t[l + 1], size
      worst = math.max(worst, size)
    end
  end
  one.worst = worst
  self.list[#self.list + 1] = one
  return worst
end

--- The curve of a panel that has the same points.
local function twin(panel, one)
  for _, s in ipairs(panel and panel.series or {}) do
    local same = #s.x == #one.x
    for k = 1, same and #s.x or 0 do
      same = same and s.x[k] == one.x[k] and s.y[k] == one.y[k]
    end
    if same then return s end
  end
end

--- A figure with a panel for each unit, an equation in it for each curve, on
--- logarithmic axes where anything is left. A residual of 0 is a gap there; an
--- equation that leaves 0 everywhere is told by its legend. Equations that leave
--- the same in all steps share a curve and its entry: none hides another.
function collection:figure(name, title)
  local panels, of = {}, {}
  for _, one in ipairs(self.list) do
    local panel = of[one.unit]
    local shared = twin(panel, one)
    if not panel or #panel.series == 8 and not shared then
      panel = { yscale = "linear", xlabel = "t (s)", series = {},
        ylabel = "left (" .. one.unit .. ")" }
      panels[#panels + 1], of[one.unit] = panel, panel
    end
    panel.yscale = one.worst > 0 and "log" or panel.yscale
    if shared then
      shared.label = shared.label:gsub("(: 0)$", "") .. ", " .. one.tag ..
        (one.worst == 0 and ": 0" or "")
    else
      panel.series[#panel.series + 1] = { x = one.x, y = one.y,
        label = one.tag .. (one.worst == 0 and ": 0" or "") }
    end
  end
  return { name = name, title = title, columns = 2, height = 220 *
    ((#panels + 1) // 2), panels = panels }
end

return residuals
