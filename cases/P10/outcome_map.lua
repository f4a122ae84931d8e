--- # Outcomes over the offset and the step
---
--- Shows P10 (angle).
---
--- A point comes with u, (-1,-2) by default, from -u + (offset, 0) into a room with a
--- floor, x2 >= 0, a `wall` that meets it in the origin, and, with walls = 3, a `far`
--- wall that meets it in (width, 0). Their slopes k and f are tangents of half of the
--- angle beyond a right one: 0 is a right angle, k > 0 a wide corner, k < 0 a narrow
--- one; with m the metric is M = ((1,m),(m,1)), and right is what is orthogonal in it.
---
--- By the law alone, without a step, the motion goes from hit to hit, and its places and
--- times are affine in the offset as long as the walls are met in the same order. So the
--- offsets of one order are an interval, and its ends are found in fractions, one after
--- the other: at each two walls are met at once, or a hit falls on the end of the run.
--- There, and nowhere else, can the outcome jump. outcome_map.jumps.csv names the two
--- walls, their product (n_a, M^-1 n_b), whether their corner is wide (obtuse), narrow
--- (acute) or right, and whether that violates the angle condition:
---
---     perp run cases/P10/outcome_map.lua --plot DIR --set dots=false
---     perp run cases/P10/outcome_map.lua --plot DIR --set m=3/4
---
--- The map has a dot for each offset and each step h = 1/N of a window that the
--- parameters set: with which of the law's outcomes the scheme ends, or with none of
--- them. A full line is an offset where the law's outcome jumps, a dashed one where two
--- walls are met at once and it does not. outcome_map.map.csv has the dots.
---
--- Beside a jump is a wedge of offsets below some h|u| which the step does not resolve,
--- and whose outcomes are often none of the law's. The last panel has the jump at the
--- origin against the product of floor and wall: runs an eighth beside it, and the law.

local perp = require "perp"
local fraction = require "perp.fraction"
local ratio, of = perp.ratio, fraction.of
local zero, one = fraction(0), fraction(1)

local function exact(name, default, text)
  return fraction(perp.param(name, default, text))
end

local k = exact("k", ratio(1, 3), "tangent of half of the angle beyond a right one")
local f = exact("f", ratio(1, 2), "the same of the far wall")
local walls = perp.param("walls", 3, "2, or 3 with the far wall")
local width = exact("width", ratio(1, 4), "where the far wall meets the floor, m")
local m = exact("m", ratio(0), "M = ((1,m),(m,1)), between -1 and 1")
local e = exact("e", ratio(1, 2), "restitution, 0 to 1")
local T = exact("T", ratio(5, 2), "duration, s")
local left = exact("left", ratio(-1, 8), "the window's least offset, m")
local right = exact("right", ratio(3, 8), "its largest offset, m")
local columns = perp.param("columns", 32, "intervals of offsets")
local coarse = perp.param("coarse", 16, "steps a second, least")
local fine = perp.param("fine", 128, "steps a second, most")
local rows = perp.param("rows", 14, "intervals of steps a second")
local offset = exact("offset", ratio(0), "of the run itself, m")
local N = perp.param("N", 64, "steps a second of the run itself")
local dots = perp.param("dots", true, "false: the law alone, without runs")
local u = { exact("u1", ratio(-1), "velocity of the point, m/s"),
  exact("u2", ratio(-2), "the same, upward") }

local function wanted(is_so, text)
  return is_so or error(text, 0)
end
wanted(walls == 2 or walls == 3, "walls is 2 or 3")
wanted(m * m < one and left < right, "m lies between -1 and 1, left below right")
wanted(columns >= 1 and rows >= 1 and columns % 1 == 0 and rows % 1 == 0,
  "columns and rows are whole numbers above 0")
wanted(coarse >= 1 and fine >= coarse, "coarse is at least 1, fine at least coarse")

--- ## The room

local function dot(a, b) return a[1] * b[1] + a[2] * b[2] end

local function plus(a, s, b)
  return { a[1] + s * b[1], a[2] + s * b[2] }
end

local function lifted(n) -- M^{-1} n
  local d = one - m * m
  return { (n[1] - m * n[2]) / d, (n[2] - m * n[1]) / d }
end

local function room(slope, more)
  local function leaning(s, way)
    local d = one + s * s
    return { way * (one - s * s) / d, 2 * s / d }
  end
  local out = { { name = "floor", n = { zero, one }, at = zero },
    { name = "wall", n = leaning(slope, one), at = zero },
    more and { name = "far", n = leaning(f, -one), at = width } or nil }
  for _, w in ipairs(out) do w.up = lifted(w.n) end
  return out
end

local function gap(w, x)
  return w.n[1] * (x[1] - w.at) + w.n[2] * x[2]
end

local function begins(s) return { s - u[1], -u[2] } end

local function is_inside(list, x)
  for _, w in ipairs(list) do
    if gap(w, x) < zero then return false end
  end
  return true
end

local here = room(k, walls == 3)
wanted(is_inside(here, begins(left)) and is_inside(here, begins(right)) and
  is_inside(here, begins(offset)), "the point begins outside of the room at an " ..
  "end of the window; take left and right closer, or another u")

--- ## The law from hit to hit

--- (Newton) for the walls that are met: the point of the cone nearest to v is v itself,
--- a foot on one wall, or the vertex; the rest of v turns back.
local function newton(list, v)
  local near = { zero, zero }
  local function fits(w)
    for _, x in ipairs(list) do
      if dot(x.n, w) < zero then return false end
    end
    return true
  end
  if fits(v) then return v end
  for _, w in ipairs(list) do
    local rate = dot(w.n, v)
    local foot = plus(v, -(rate / dot(w.n, w.up)), w.up)
    if rate < zero and fits(foot) then near = foot end
  end
  return { (1 + e) * near[1] - e * v[1], (1 + e) * near[2] - e * v[2] }
end

--- What may come next: each wall that is approached, and the end of the run, with the
--- time until then and that time's derivative by the offset.
local function coming(list, at)
  local out = { { wait = T - at.t, slope = -at.dt, name = "end" } }
  for _, w in ipairs(list) do
    local rate = dot(w.n, at.v)
    if rate < zero then
      out[#out + 1] = { wall = w, name = w.name, wait = -(gap(w, at.x) / rate),
        slope = -(dot(w.n, at.d) / rate) }
    end
  end
  return out
end

--- Of two that come: the time from a to b at this offset and, where it is 0, at one a
--- little to the side, -1, 0 or 1.
local function later(a, b, side)
  local d = b.wait - a.wait
  return d == zero and side * (b.slope - a.slope) or d
end

--- How far the offset can grow until b, which comes behind a, comes with it; of pairs
--- that come at one offset the first in time is kept.
local function reaches(a, b, limit)
  local closing = a.slope - b.slope
  local reach = closing > zero and (b.wait - a.wait) / closing or nil
  if reach and not (limit.reach and limit.reach <= reach) then
    limit.reach, limit.pair = reach, { a, b }
  end
end

local function hit(list, at, first, side)
  at.x, at.d = plus(at.x, first.wait, at.v), plus(at.d, first.slope, at.v)
  at.t, at.dt = at.t + first.wait, at.dt + first.slope
  local met, names = {}, {}
  for _, w in ipairs(list) do
    if gap(w, at.x) == zero and (side == 0 or dot(w.n, at.d) == zero) then
      met[#met + 1], names[#names + 1] = w, w.name
    end
  end
  at.v = newton(met, at.v)
  return table.concat(names, "+")
end

--- The motion that begins at the offset s, or a little to its side: the order in which
--- walls are met, the velocity at the end, and how far s can grow (`reach`) until the
--- two of a `pair` come at once. After 100 hits nothing is said of the end.
local function motion(list, s, side)
  local at = { x = begins(s), d = { one, zero }, v = u, t = zero, dt = zero }
  local order, limit = {}, {}
  for _ = 1, 100 do
    local next_ = coming(list, at)
    local first = next_[1]
    for _, c in ipairs(next_) do
      if later(first, c, side) < zero then first = c end
    end
    for _, c in ipairs(next_) do
      if c ~= first and later(first, c, side) > zero then reaches(first, c, limit) end
    end
    if not first.wall then
      return { order = table.concat(order, " "), v = at.v, reach = limit.reach,
        pair = limit.pair }
    end
    order[#order + 1] = hit(list, at, first, side)
  end
  error("more than 100 hits until T; take another k or e, or a smaller T", 0)
end

--- ## Where it jumps

local function product(a, b)
  return a.wall and b.wall and dot(a.wall.n, b.wall.up)
end

local function violates(pair)
  local c = product(pair[1], pair[2])
  return c and (c > zero or c < zero and e > zero)
end

local function same(a, b) return a[1] == b[1] and a[2] == b[2] end

--- The offsets between `from` and `till` at which the order changes, from left to right.
local function changes(list, from, till)
  local out, before = {}, motion(list, from, 1)
  local s = before.reach and from + before.reach
  while s and s < till do
    local one = { s = s, before = before, at = motion(list, s, 0),
      after = motion(list, s, 1), pair = before.pair }
    local c = product(one.pair[1], one.pair[2])
    one.product = c
    one.angle = not c and "none" or c > zero and "obtuse" or c < zero and "acute" or
      "right"
    one.jumps = not (same(before.v, one.at.v) and same(before.v, one.after.v))
    one.violates = violates(one.pair) and true or false
    out[#out + 1], before = one, one.after
    s = before.reach and s + before.reach
  end
  return out
end

local list = changes(here, left, right)

local function jump_table()
  local out = { { "offset", "first", "second", "product", "angle", "violates",
    "jumps", "v1_before", "v2_before", "v1_at", "v2_at", "v1_after", "v2_after",
    "order_before", "order_after" } }
  for i, c in ipairs(list) do
    out[i + 1] = { c.s, c.pair[1].name, c.pair[2].name, c.product or "",
      c.angle, c.violates, c.jumps, c.before.v[1], c.before.v[2], c.at.v[1],
      c.at.v[2], c.after.v[1], c.after.v[2], c.before.order, c.after.order }
  end
  return out
end

--- ## Runs

local function system_of(walls_)
  return perp.system {
    coordinates = { "x1", "x2" },
    mass = function() return { { 1, of(m) }, { of(m), 1 } } end,
    contacts = function(q)
      local out = {}
      for i, w in ipairs(walls_) do
        out[i] = { name = w.name, gap = of(w.n[1]) * (q.x1 - of(w.at)) +
          of(w.n[2]) * q.x2 }
      end
      return out
    end,
  }
end

local function experiment(system, name, shift, steps)
  local q = begins(shift)
  return { name = name, system = system, scheme = "paoli", e = of(e),
    h = ratio(1, steps), T = of(T), q = { of(q[1]), of(q[2]) },
    v = { of(u[1]), of(u[2]) } }
end

local function number(x) return perp.number(of(x)) end

local function ends_with(system, name, shift, steps)
  local run = perp.simulate(experiment(system, name, shift, steps))
  return { run["v.x1"][#run.t], run["v.x2"][#run.t] }
end

local function apart(a, b)
  local x, y = number(a[1]) - number(b[1]), number(a[2]) - number(b[2])
  return math.sqrt(x * x + y * y)
end

--- The law's outcomes in the window, each once, with the first order that has it.
local function outcomes()
  local out = {}
  local function add(one)
    for _, x in ipairs(out) do
      if same(x.v, one.v) then return end
    end
    out[#out + 1] = { name = one.order, v = one.v, x = {}, y = {} }
  end
  add(motion(here, left, 1))
  for _, c in ipairs(list) do
    add(c.at)
    add(c.after)
  end
  return out
end

--- The dots, by their kinds, and a table of them.
local function map(system)
  local kinds, none = outcomes(), { name = "none of these", x = {}, y = {} }
  local lines = { { "offset", "h", "v1", "v2", "outcome", "law" } }
  for j = 0, rows do
    local steps = coarse + (fine - coarse) * j // rows
    for i = 0, columns do
      local shift = left + (right - left) * ratio(i, columns)
      local v, kind = ends_with(system, ("map%d.%d"):format(i, j), shift, steps)
      for _, x in ipairs(kinds) do
        kind = not kind and apart(v, x.v) < 1e-9 and x or kind
      end
      kind = kind or none
      table.insert(kind.x, number(shift))
      table.insert(kind.y, 1 / steps)
      lines[#lines + 1] = { shift, one / steps, v[1], v[2], kind.name,
        motion(here, shift, 0).order }
    end
  end
  kinds[#kinds + 1] = none
  return kinds, lines
end

--- ## Figures

local function map_panel(kinds)
  local series = {}
  for _, c in ipairs(list) do
    local s = number(c.s)
    series[#series + 1] = { x = { s, s }, y = { 1 / fine, 1 / coarse }, color = "dark",
      dash = not c.jumps or nil, label = ("%s+%s at %s: %s"):format(c.pair[1].name,
        c.pair[2].name, c.s, c.product and ("%s, %s"):format(c.product, c.angle) or
        "the run ends") }
  end
  for at, kind in ipairs(kinds) do
    if #kind.x > 0 then
      series[#series + 1] = { x = kind.x, y = kind.y, style = "points",
        color = kind.v and (at - 1) % 7 + 1 or 8,
        label = ("%s: %d"):format(kind.name == "" and "no hit" or kind.name, #kind.x) }
    end
  end
  return { title = ("k = %s, e = %s"):format(k, e), xlabel = "offset (m)",
    ylabel = "h (s)", yscale = "log", series = series, rows = 2 }
end

--- The law's velocity at the end: constant between the changes, a mark at each.
local function law_panel()
  local series = {}
  for i = 1, 2 do
    local x, y, marks = { number(left) }, {}, { x = {}, y = {} }
    y[1] = number(motion(here, left, 1).v[i])
    for n, c in ipairs(list) do
      local s = number(c.s)
      for _, v in ipairs { number(c.before.v[i]), 0 / 0, number(c.after.v[i]) } do
        x[#x + 1], y[#y + 1] = s, v
      end
      marks.x[n], marks.y[n] = s, number(c.at.v[i])
    end
    x[#x + 1], y[#y + 1] = number(right), y[#y]
    series[i] = { x = x, y = y, color = i, label = ("x_{%d}"):format(i) }
    series[i + 2] = #list > 0 and { x = marks.x, y = marks.y, style = "points",
      color = i } or nil
  end
  return { xlabel = "offset (m)", ylabel = "law's velocity (m/s)", series = series }
end

--- Slopes of the wall at which the point begins in the room on both sides.
local function jump_panel()
  local c, runs, law = {}, {}, {}
  for i = -4, 8 do
    local two = room(fraction(ratio(i, 10)), false)
    local sides = { fraction(-1) / 8, fraction(1) / 8 }
    if is_inside(two, begins(sides[1])) and is_inside(two, begins(sides[2])) then
      local system, at = system_of(two), #c + 1
      c[at] = number(dot(two[1].n, two[2].up))
      for s, shift in ipairs(sides) do
        sides[s] = ends_with(system, ("jump%d.%d"):format(i, s), shift, fine)
      end
      runs[at] = apart(sides[1], sides[2])
      law[at] = apart(motion(two, zero, -1).v, motion(two, zero, 1).v)
    end
  end
  return { ylabel = "jump (m/s)", xlabel = "(n_{floor}, M^{\u{2212}1} n_{wall})",
    series = { { x = c, y = runs, style = "points", label = "runs" },
      { x = c, y = law, dash = true, color = 8, label = "law" } } }
end

local system = system_of(here)
local main = experiment(system, "outcome_map", offset, N)
main.figures = function()
  local panels, tables = { law_panel() }, { jumps = jump_table() }
  if dots then
    local kinds
    kinds, tables.map = map(system)
    panels = { map_panel(kinds), panels[1], jump_panel() }
  end
  return { { name = "outcome_map", title = "Which outcome, over offset and step",
    height = dots and 760 or 260, panels = panels, tables = tables } }
end
return main
