--- # Three roads to an impact
--
--- Shows P10 (Newton), (scheme).
--
--- The same motion by the position-level scheme, by Moreau's step for
--- velocities (`scheme = "moreau"`) and by Schatzman's penalty, a spring and a
--- damper where f_a < 0:
--
---     M q'' = g - sum grad f_a (w^2 f_a + 2 z w f_a')  over f_a(q) < 0,
--
--- which is a system without contacts, with a small step of its own. In the
--- ball it keeps the wall for half a period, pi/(w sqrt(1 - z^2)), and gives
--- back exp(-pi z/sqrt(1 - z^2)) of the speed: z = 0 is e = 1, z = 0.2155 is
--- e = 1/2. On the ball all three agree in the limit. So they do in a corner
--- when the angle condition holds. Where it does not, the vertex is left in
--- three directions, or in two: the scheme and Moreau's step have the law of
--- the simultaneous impact, the penalty has its own outcome, which depends on
--- the ratio of stiffnesses that nobody has measured.

local perp = require "perp"
local ratio = perp.ratio
local what = perp.param("what", "ball", "ball or corner")
local angle = perp.param("angle", "obtuse", "of the corner: obtuse, acute, right")
local e = perp.param("e", ratio(1, 2), "restitution, 0 to 1")
local h = perp.param("h", ratio(1, 50), "step, s")
local T = perp.param("T", 2, "duration, s")
local w = perp.param("w", 100, "frequency of the penalty's spring, 1/s")
local z = perp.param("z", 0.21545, "damping ratio of the penalty, 0 to 1")
local hp = perp.param("hp", 0.0005, "step of the penalty, s")

local walls = { obtuse = { 0.8, 0.6, -1, -3 }, acute = { 0.8, -0.6, -3, -1 },
  right = { 1, 0, -1, -3 } }
local wall = walls[angle] or
  error("angle is obtuse, acute or right, not " .. angle, 0)
if what ~= "ball" and what ~= "corner" then
  error("what is ball or corner, not " .. what, 0)
end
local ball = what == "ball"
local names = ball and { "q" } or { "x1", "x2" }
local u = ball and { -1 } or { wall[3], wall[4] }
local q = {}
for i in ipairs(u) do
  q[i] = -u[i]
end

--- The gradients of the walls, all of which pass through the origin.
local rows = ball and { { 1 } } or { { 0, 1 }, { wall[1], wall[2] } }
local function value(row, x)
  local sum = 0
  for i, n in ipairs(row) do
    sum = sum + n * x[i]
  end
  return sum
end

local function mass()
  return ball and { { 1 } } or { { 1, 0 }, { 0, 1 } }
end

local hard = perp.system {
  coordinates = names, mass = mass,
  contacts = function(x)
    local out = {}
    for a, row in ipairs(rows) do
      out[a] = { name = "wall" .. a, gap = value(row, x) }
    end
    return out
  end,
}

local soft = perp.system {
  coordinates = names, mass = mass,
  force = function(_, x, v)
    local f = ball and { 0 } or { 0, 0 }
    for _, row in ipairs(rows) do
      local gap, rate = value(row, x), value(row, v)
      local push = perp.where(gap, 0, -w * (w * gap + 2 * z * rate))
      for i, n in ipairs(row) do
        f[i] = f[i] + n * push
      end
    end
    return f
  end,
}

--- (Newton) at the vertex: the rest of u, when its projection on the cone is taken off,
--- turns back e times. The walls' normals are of length 1.
local function newton()
  local near, bounce = { 0, 0 }, perp.number(e)
  for a, row in ipairs(rows) do
    local rate = value(row, u)
    local foot = { u[1] - rate * row[1], u[2] - rate * row[2] }
    if rate < 0 and value(rows[3 - a], foot) >= 0 then near = foot end
  end
  return { (1 + bounce) * near[1] - bounce * u[1],
    (1 + bounce) * near[2] - bounce * u[2] }
end

--- How far a run in the corner is from u (t - 1) before the vertex and u+ (t - 1) behind
--- it.
local function astray(run)
  local v, out = newton(), {}
  for k, t in ipairs(run.t) do
    local w = t < 1 and u or v
    local dx = run["q.x1"][k] - w[1] * (t - 1)
    local dy = run["q.x2"][k] - w[2] * (t - 1)
    out[k] = math.sqrt(dx * dx + dy * dy)
  end
  return out
end

local function run(name, scheme, system, step, figures)
  return perp.simulate { name = name, system = system, scheme = scheme,
    e = system == hard and e or 0, h = step, T = T, q = q, v = u,
    figures = figures }
end

local moreau = run("moreau", "moreau", hard, h)
local penalty = run("penalty", "paoli", soft, hp)
run("paoli", "paoli", hard, h, function(paoli)
  local runs = { { paoli, "P10" }, { moreau, "Moreau" },
    { penalty, "penalty" } }
  local paths, speeds, away = {}, {}, {}
  for i, r in ipairs(runs) do
    local style = i < 3 and "marked" or "line"
    if ball then
      paths[i] = { x = r[1].t, y = r[1]["q.q"], label = r[2], style = style }
      speeds[i] = { x = r[1].t, y = r[1]["v.q"], label = r[2],
        style = i < 3 and "steps" or "line" }
      away[i] = { x = r[1].t, y = {}, label = r[2] }
      for k, t in ipairs(r[1].t) do -- the rebound, e (t - 1), and before it 1 - t
        away[i].y[k] = r[1]["q.q"][k] - (t < 1 and 1 - t or
          perp.number(e) * (t - 1))
      end
    else
      paths[i] = { x = r[1]["q.x1"], y = r[1]["q.x2"], label = r[2],
        style = style }
      away[i] = { x = r[1].t, y = astray(r[1]), label = r[2] }
    end
  end
  if ball then
    return { { name = "comparison", title = "A ball without gravity", panels = {
      { xlabel = "t (s)", ylabel = "q (m)", series = paths },
      { xlabel = "t (s)", ylabel = "velocity (m/s)", series = speeds },
      { xlabel = "t (s)", ylabel = "computed \u{2212} exact (m)",
        series = away } } } }
  end
  return { { name = "comparison", height = 600,
    title = "The vertex of the " .. angle .. " corner", panels = {
      { equal = true, rows = 2, xlabel = "x_{1} (m)", ylabel = "x_{2} (m)",
        series = paths },
      { xlabel = "t (s)", ylabel = "from the law's motion (m)",
        series = away } } } }
end)
