--- # Two bars that fall
--
--- Shows AP02 (Fig2), (Fig7), (Fig8).
--
--- A vertical bar, a second one hinged to its end, a spring and a damper between
--- the centres. Both bars have length 2, mass 1 and moment of inertia 1 (the
--- paper's number; a homogeneous bar would have 1/3). The paper does not draw
--- the start to the last detail. Reading A: the joint is on top at (0, 2), the
--- vertical bar stands on the table at the origin, the second leans out to +x,
--- pi/3 from the first. Then the half lengths make the distance of the centres
--- exactly 1, the spring's rest length: it starts at equilibrium, as Theorem 2.6
--- wants. Reading B: the joint is on the table and both bars stand up from it.
--
---     perp run cases/AP02/two_bars.lua --set damping=1e8 --exact-check
---     perp run cases/AP02/two_bars.lua --set reading=B --set project=full
---     perp run cases/AP02/two_bars.lua --set all=true --plot figures
--
--- Figure 8 is said to show that the bars stop earlier with more friction. Counted
--- from the second impact they do; the fall before it takes longer with more
--- friction.

local perp = require "perp"
local mu = perp.param("mu", 0.2, "friction on the table")
local damping = perp.param("damping", 20, "of the damper, N s/m")
local k = perp.param("k", 100, "stiffness of the spring, N/m")
local h = perp.param("h", 0.01, "step, s")
local T = perp.param("T", 10, "duration, s")
local project = perp.param("project", "contacts",
  "none, joints, contacts or full: AP02 (46)")
local reading = perp.param("reading", "A", "of the start, A or B")
local g = perp.param("g", 9.81, "gravity, m/s^2")
local turn = perp.param("turn", 0, "the second bar's rate at the start, rad/s")
local all = perp.param("all", false, "all runs of the paper, for its figures")

--- The end of bar i with sign +1 or -1 along its angle.
local function tip(q, i, sign)
  local x, y, th = q["x" .. i], q["y" .. i], q["th" .. i]
  return x + sign * perp.cos(th), y + sign * perp.sin(th)
end

--- A point of bar i touches the table: its height, and its velocity along it.
local function touch(name, q, v, i, sign, mu)
  local _, y = tip(q, i, sign)
  return { name = name, gap = y, mu = mu,
    slips = { v["x" .. i] - sign * perp.sin(q["th" .. i]) * v["th" .. i] } }
end

local function bars(mu, damping)
  return perp.system {
    coordinates = { "x1", "y1", "th1", "x2", "y2", "th2" },
    mass = { { 1, 0, 0, 0, 0, 0 }, { 0, 1, 0, 0, 0, 0 }, { 0, 0, 1, 0, 0, 0 },
      { 0, 0, 0, 1, 0, 0 }, { 0, 0, 0, 0, 1, 0 }, { 0, 0, 0, 0, 0, 1 } },
    force = { 0, -g, 0, 0, -g, 0 },
    joints = function(q)
      local ax, ay = tip(q, 1, 1)
      local bx, by = tip(q, 2, -1)
      return { { name = "x", bx - ax }, { name = "y", by - ay } }
    end,
    springs = function(q)
      local dx, dy = q.x2 - q.x1, q.y2 - q.y1
      return { { name = "centres", stiffness = k, damping = damping,
        elongation = perp.sqrt(dx * dx + dy * dy) - 1 } }
    end,
    contacts = function(q, v)
      return { touch("foot", q, v, 1, -1, mu), touch("joint", q, v, 1, 1, mu),
        touch("tip", q, v, 2, 1, mu) }
    end,
    measures = function(q)
      local jx, jy = tip(q, 1, 1)
      return { { name = "jx", jx }, { name = "jy", jy } }
    end,
    draw = function(q)
      local fx, fy = tip(q, 1, -1)
      local jx, jy = tip(q, 1, 1)
      local tx, ty = tip(q, 2, 1)
      return { { "line", fx, fy, jx, jy, tx, ty }, { "point", jx, jy },
        { "line", -2, 0, 3, 0 }, { "push", "foot", fx, fy, 0, 1 },
        { "push", "joint", jx, jy, 0, 1 }, { "push", "tip", tx, ty, 0, 1 } }
    end,
  }
end

--- The start: the joint, and the angle of each bar away from it.
local starts = {
  A = { 0, 2, -math.pi / 2, -math.pi / 6 },
  B = { 0, 0, math.pi / 2, math.pi / 6 },
}
local start = starts[reading] or
  error("reading is 'A' or 'B', not '" .. tostring(reading) .. "'")
local x, y, first, second = table.unpack(start)
local function away(angle)
  return x + math.cos(angle), y + math.sin(angle), angle
end
local x1, y1, th1 = away(first)
local x2, y2, th2 = away(second)

local function experiment(mu, damping)
  return { system = bars(mu, damping), scheme = "linear-implicit", h = h, T = T,
    project = project, q = { x1 = x1, y1 = y1, th1 = th1 + math.pi, x2 = x2,
      y2 = y2, th2 = th2 },
    v = { 0, 0, 0, -turn * math.sin(th2), turn * math.cos(th2), turn } }
end

--- ## Figures

local nan = 0 / 0

--- Both bars in one row of a run, from the foot over the joint to the tip.
local function add(curve, q, row)
  for i, sign in ipairs { -1, 1, 1 } do
    local bar = i == 3 and 2 or 1
    local th = q["q.th" .. bar][row]
    curve.x[#curve.x + 1] = q["q.x" .. bar][row] + sign * math.cos(th)
    curve.y[#curve.y + 1] = q["q.y" .. bar][row] + sign * math.sin(th)
  end
  curve.x[#curve.x + 1], curve.y[#curve.y + 1] = nan, nan
end

--- When the bars have come to rest: nothing behind is more than a thousandth of the
--- largest energy.
local function rest(run)
  local most, till = math.max(table.unpack(run.kinetic)), 0
  for row, energy in ipairs(run.kinetic) do
    till = energy > 1e-3 * most and run.t[row] or till
  end
  return till
end

--- The bars every tenth of a second, thicker and darker from third to third of the
--- time till they rest, and where the joint goes.
local function trail(run, title)
  local thirds, joint = {}, { x = {}, y = {}, color = 3, label = "joint" }
  for i, width in ipairs { 0.4, 0.9, 1.5 } do
    thirds[i] = { x = {}, y = {}, color = ({ 6, 1, 7 })[i], width = width,
      label = ("bars, to %.2f s"):format(rest(run) * i / 3) }
  end
  local due, whole = 0, rest(run)
  for row, t in ipairs(run.t) do
    joint.x[row], joint.y[row] = run.jx[row], run.jy[row]
    if t >= due - 1e-9 then
      add(thirds[math.min(3, math.floor(3 * t / whole) + 1)], run, row)
      due = due + 0.1
    end
  end
  local last = { x = {}, y = {}, color = 2, label = "at the end" }
  add(last, run, #run.t)
  return { title = title, xlabel = "x (m)", ylabel = "y (m)", equal = true,
    ylim = { -0.2, 2.4 }, series = { thirds[1], thirds[2], thirds[3], joint,
      last } }
end

--- A spring between two points as a line of eight bends.
local function coil(ax, ay, bx, by)
  local out = { x = { ax }, y = { ay }, color = 2 }
  for i = 0, 8 do
    local s = 0.2 + 0.6 * i / 8
    local side = (i == 0 or i == 8) and 0 or (i % 2 * 2 - 1) * 0.08
    out.x[i + 2] = ax + s * (bx - ax) - side * (by - ay)
    out.y[i + 2] = ay + s * (by - ay) + side * (bx - ax)
  end
  out.x[11], out.y[11] = bx, by
  return out
end

--- A damper beside the spring: a cylinder on one rod, a piston on the other.
local function damper(ax, ay, bx, by)
  local out = { x = {}, y = {}, color = 3 }
  for i, p in ipairs { { 0, -1 }, { 0.4, -1 }, false, { 0.65, -0.6 },
    { 0.4, -0.6 }, { 0.4, -1.4 }, { 0.65, -1.4 }, false, { 0.55, -0.7 },
    { 0.55, -1.3 }, false, { 0.55, -1 }, { 1, -1 } } do
    local s, side = p and p[1] or nan, p and 0.2 * p[2] or nan
    out.x[i] = ax + s * (bx - ax) - side * (by - ay)
    out.y[i] = ay + s * (by - ay) + side * (bx - ax)
  end
  return out
end

local function configuration()
  local at = { ["q.x1"] = { x1 }, ["q.y1"] = { y1 }, ["q.th1"] =
    { th1 + math.pi }, ["q.x2"] = { x2 }, ["q.y2"] = { y2 }, ["q.th2"] = { th2 } }
  local bars = { x = {}, y = {}, color = 1, width = 3 }
  add(bars, at, 1)
  return { name = "fig2", title = "Two bars, a spring and a damper", height = 300,
    panels = { { xlabel = "x (m)", ylabel = "y (m)", equal = true,
      ylim = { -0.2, 2.4 }, legend = "none", series = { bars,
        coil(x1, y1, x2, y2), damper(x1, y1, x2, y2),
        { x = { -1, 3 }, y = { 0, 0 }, color = 8 } } } } }
end

if not all then
  local one = experiment(mu, damping)
  one.figures = function(run)
    return { configuration(), { name = "two_bars", height = 300, panels = {
      trail(run, "friction " .. mu .. ", damping " .. damping) } } }
  end
  return one
end

local function run(name, mu, damping)
  local e = experiment(mu, damping)
  e.name = name
  return perp.simulate(e)
end

local d10, d1000 = run("d10", 0.15, 10), run("d1000", 0.15, 1000)
local d1e8 = run("d1e8", 0.15, 1e8)
local m005, m02 = run("m005", 0.05, 20), run("m02", 0.2, 20)
local last = experiment(0.5, 20)
last.name = "m05"
last.figures = function(m05)
  return { configuration(),
    { name = "fig7", title = "friction 0.15", columns = 3, width = 960,
      height = 280, panels = {
      trail(d10, "damping 10"), trail(d1000, "damping 1000"),
      trail(d1e8, "damping 10^{8}") } },
    { name = "fig8", title = "damping 20", columns = 3, width = 960,
      height = 280, panels = {
      trail(m005, "friction 0.05"), trail(m02, "friction 0.2"),
      trail(m05, "friction 0.5") } } }
end
return last
