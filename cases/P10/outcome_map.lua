--- # Outcomes over the offset and the step
---
--- Shows P10 (angle).
---
--- Two walls at the origin, x2 >= 0 and n2.x >= 0, whose normals have the product
--- c = 2k/(1 + k^2): k = 0 is a right angle, k > 0 a wide corner, k < 0 a narrow one. A
--- point comes with u, (-1,-2) by default, from -u + (offset, 0). With offset > 0 it meets the floor
--- first, with offset < 0 the wall, and with 0 both at once; from hit to hit the law
--- gives three outcomes in fractions. The map has a dot for each offset and each step
--- h = 1/N of a window that the parameters set: which of the three the scheme ends with,
--- or another. Where the angle condition holds, c = 0, or c <= 0 with e = 0, all dots are
--- of one outcome. Where it is violated the two halves differ for every h, that is the
--- jump of the motion in its data; between them is a wedge of offsets below some h|u|
--- which the step does not resolve, and whose outcomes are none of the law's.
---
---     perp run cases/P10/outcome_map.lua --plot figures
---     perp run cases/P10/outcome_map.lua --plot figures --rational \
---       --set left=-1/64 --set right=1/64 --set coarse=40 --set fine=80
---
--- The second panel has the jump, |v+ from the left - v+ from the right|, against c: of
--- runs at both ends of the window with its finest step.

local perp = require "perp"
local ratio = perp.ratio
local k = perp.param("k", ratio(1, 3), "tangent of half of the angle beyond a right one")
local e = perp.param("e", ratio(1, 2), "restitution, 0 to 1")
local left = perp.param("left", ratio(-1, 8), "the window's least offset, m")
local right = perp.param("right", ratio(1, 8), "its largest offset, m")
local columns = perp.param("columns", 32, "intervals of offsets")
local coarse = perp.param("coarse", 8, "steps a second, least")
local fine = perp.param("fine", 64, "steps a second, most")
local rows = perp.param("rows", 14, "intervals of steps a second")
local offset = perp.param("offset", ratio(0), "of the run itself, m")
local N = perp.param("N", 64, "steps a second of the run itself")
local u = { perp.param("u1", ratio(-1), "velocity of the point, m/s"),
  perp.param("u2", ratio(-2), "the same, upward") }

local function double(x)
  local p, q = tostring(x):match("^(-?%d+)/(%d+)$")
  return p and p / q or tonumber(tostring(x))
end

--- A quotient in fractions; `/` between two doubles would be a double.
local function over(a, b)
  return type(a) == "number" and type(b) == "number" and ratio(a, b) or a / b
end

local function normals(slope)
  local s = 1 + slope * slope
  return { 0, 1 }, { over(1 - slope * slope, s), over(2 * slope, s) }
end

local function dot(a, b)
  return a[1] * b[1] + a[2] * b[2]
end

if not (dot(select(2, normals(ratio(k))), u) < ratio(0)) then
  error("with this k and u the point does not come toward the wall; take k > " ..
    "-0.2, or another u", 0)
end

local function system_of(slope)
  local _, n = normals(slope)
  return perp.system {
    coordinates = { "x1", "x2" },
    mass = function() return { { 1, 0 }, { 0, 1 } } end,
    contacts = function(q)
      return { { name = "floor", gap = q.x2 },
        { name = "wall", gap = n[1] * q.x1 + n[2] * q.x2 } }
    end,
  }
end

local function experiment(system, name, shift, steps)
  return { name = name, system = system, scheme = "paoli", e = e,
    h = ratio(1, steps), T = 2, q = { -u[1] + shift, -u[2] }, v = u }
end

--- At once, (Newton): the point of the cone nearest to v is v itself, a foot on one
--- wall, or the vertex; the rest of v turns back.
local function at_once(v)
  local n = { normals(ratio(k)) }
  local near = { ratio(0), ratio(0) }
  for i = 1, 2 do
    local rate = dot(n[i], v)
    local foot = { v[1] - rate * n[i][1], v[2] - rate * n[i][2] }
    if rate < ratio(0) and not (dot(n[3 - i], foot) < ratio(0)) then
      near = foot
    end
  end
  return { (1 + e) * near[1] - e * v[1], (1 + e) * near[2] - e * v[2] }
end

--- The law, hit by hit, from the first wall on. With e = 0 the point stays on that wall
--- and is on both when it meets the other. nil when it goes on for long.
local function in_turn(first)
  local n, v, at = { normals(ratio(k)) }, { u[1], u[2] }, first
  for _ = 1, 40 do
    local rate = dot(n[at], v)
    if rate < ratio(0) then
      for i = 1, 2 do
        v[i] = v[i] - (1 + e) * rate * n[at][i]
      end
    end
    at = 3 - at
    if not (dot(n[at], v) < ratio(0)) then
      return v
    elseif ratio(e) == ratio(0) then
      return at_once(v)
    end
  end
end

local function last(run)
  return { run["v.x1"][#run.t], run["v.x2"][#run.t] }
end

local function apart(a, b)
  return math.sqrt((double(a[1]) - double(b[1])) ^ 2 +
    (double(a[2]) - double(b[2])) ^ 2)
end

local function map_panel(system)
  local kinds = { { "both at once", at_once(u) }, { "floor first", in_turn(1) },
    { "wall first", in_turn(2) }, { "none of these" } }
  for _, kind in ipairs(kinds) do
    kind.x, kind.y = {}, {}
  end
  for j = 0, rows do
    local steps = coarse + (fine - coarse) * j // rows
    for i = 0, columns do
      local shift = left + (right - left) * ratio(i, columns)
      local v = last(perp.simulate(experiment(system,
        ("map%d.%d"):format(i, j), shift, steps)))
      local which = 4
      for m = 3, 1, -1 do
        if kinds[m][2] and apart(v, kinds[m][2]) < 1e-9 then which = m end
      end
      table.insert(kinds[which].x, double(shift))
      table.insert(kinds[which].y, 1 / steps)
    end
  end
  local series = {}
  for m, kind in ipairs(kinds) do
    if #kind.x > 0 then
      series[#series + 1] = { x = kind.x, y = kind.y, style = "points", color = m,
        label = ("%s: %d"):format(kind[1], #kind.x) }
    end
  end
  return { title = ("k = %s, e = %s"):format(k, e), xlabel = "offset (m)",
    ylabel = "h (s)", yscale = "log", series = series, rows = 2 }
end

local function jump_panel()
  local c, jump = {}, {}
  for i = -2, 8 do
    local slope, side = ratio(i, 10), {}
    for s, shift in ipairs { left, right } do
      side[s] = last(perp.simulate(experiment(system_of(slope),
        ("jump%d.%d"):format(i, s), shift, fine)))
    end
    c[#c + 1] = double(over(2 * slope, 1 + slope * slope))
    jump[#jump + 1] = apart(side[1], side[2])
  end
  return { x = c, y = jump, style = "points", ylabel = "jump (m/s)",
    xlabel = "product of the walls' normals" }
end

local system = system_of(ratio(k))
local main = experiment(system, "outcome_map", offset, N)
main.figures = function()
  return { { name = "outcome_map", title = "Which outcome, over offset and step",
    height = 560, panels = { map_panel(system), jump_panel() } } }
end
return main
