--- # A block that comes to rest in infinitely many impacts
--
--- Shows HP23 (Fig7), (Fig8), (52c), (56), (63), (68): the times of impacts in closed
--- form are those of the pendulum and of what an impact keeps; the second figure is
--- over s, with dt/ds.
--
--- The block of `rocking_block.lua` pivots about A with the rate 1 rad/s, falls
--- back, hits the ground with B, goes on about B with 7/10 of the rate, and so
--- on: an infinite sequence of impacts in the finite time of about 2.67 s.
--
--- With `impact = true` the scene begins where B hits, with the rate -1 about A:
--
---     perp impact zeno_block.lua --set impact=true
--
--- The run uses the time-stepping scheme and so sees only the impacts that are
--- further apart than its step. The first figure has angle and rate over time,
--- and the closed times of the first four impacts, from the pendulum alone. The
--- second has the same over s, the time plus all normal impulse so far; a step
--- of duration h with the normal impulse c is h + c long there; its last panel
--- has the rates of time and of both normal impulses.
--
--- The motion as a solution of the inclusion, to any number of digits:
---
---     perp inclusion zeno_block.lua --wobble --rational --set g=981/100
---     perp inclusion zeno_block.lua --wobble --csv over_s.csv --rows 500

local perp = require "perp"
local lagrange = require "perp.lagrange"
local width = perp.param("width", 1, "width of the block, m")
local height = perp.param("height", 2, "height of the block, m")
local mass = perp.param("mass", 1, "mass, kg")
local mu = perp.param("mu", 1, "coefficient of friction")
local rate = perp.param("rate", 1, "rate of turning about A, rad/s")
local impact = perp.param("impact", false, "begin with the impact of B")
local h = perp.param("h", 0.0005, "step, s")
local T = perp.param("T", 3, "duration, s")
local g = perp.param("g", 9.81, "gravity, m/s^2")
local half = perp.ratio(1, 2)
local inertia = perp.ratio(1, 12) * mass * (width * width + height * height)

local function corner(q, x, y)
  local c, s = perp.cos(q.th), perp.sin(q.th)
  return q.x + c * x - s * y, q.y + s * x + c * y
end

local function on_ground(name, x, y)
  return function(q, v)
    local px, py = corner(q, x, y)
    return { name = name, gap = py, mu = mu,
      slips = { perp.tangent({ px }, q, v)[1] } }
  end
end

local A = on_ground("A", -half * width, -half * height)
local B = on_ground("B", half * width, -half * height)

local system = lagrange.system {
  coordinates = { "x", "y", "th" },
  kinetic = function(q, v)
    return (mass * (v.x * v.x + v.y * v.y) + inertia * v.th * v.th) / 2
  end,
  potential = function(q) return g * mass * q.y end,
  contacts = function(q, v) return { A(q, v), B(q, v) } end,
}

--- Half the time between two impacts, from the rate w at the ground to the apex.
--- With theta' = w cos phi, phi from 0 to pi/2, energy gives the height of the
--- centre, y = height/2 + w^2 sin^2 phi / (2 k), and theta'' = -k times the arm of
--- the weight, sqrt(r^2 - y^2). So dt = w sin phi / (k arm) dphi, which is
--- smooth: Simpson's rule.
local function rise(w)
  local r2 = (width * width + height * height) / 4
  local k = mass * g / (mass * (width * width + height * height) / 12 + mass * r2)
  local n, sum = 2000, 0
  for i = 0, n do
    local sine = perp.sin(i * math.pi / (2 * n))
    local y = height / 2 + w * w * sine * sine / (2 * k)
    local weight = (i == 0 or i == n) and 1 or 2 + 2 * (i % 2)
    sum = sum + weight * w * sine / (k * perp.sqrt(r2 - y * y))
  end
  return sum * math.pi / (6 * n)
end

local function closed_times(count)
  local sum, apart = height ^ 2 + width ^ 2, height ^ 2 - width ^ 2
  local e = (sum / 12 + apart / 4) / (sum / 12 + sum / 4)
  local t, w, list = 0, rate, {}
  for i = 1, count do
    t = t + 2 * rise(w)
    list[i], w = t, e * w
  end
  return list
end

local w = impact and -rate or rate
return {
  system = system, h = h, T = T, alpha = 1, gamma = 1,
  impact = { h = 0.3, N = 10, samples = 2 ^ 14 },
  q = { x = 0, y = half * height, th = 0 },
  v = { x = -w * half * height, y = w * half * width, th = w },
  figures = function(run)
    local s, hits = {}, closed_times(4)
    local sum, zeros = 0, {}
    for i = 1, #run.t do
      sum = sum + run["cn.A"][i] + run["cn.B"][i]
      s[i] = run.t[i] + sum
    end
    for i = 1, #hits do
      zeros[i] = 0
    end
    local function panels(x, label, marks)
      local list = {
        { x = x, y = run["q.th"], xlabel = label, ylabel = "angle (rad)" },
        { x = x, y = run["v.th"], xlabel = label,
          ylabel = "rate of turning (rad/s)" } }
      if marks then
        list[1] = { xlabel = label, ylabel = "angle (rad)", series = {
          { x = x, y = run["q.th"], label = "computed" },
          { x = hits, y = zeros, style = "points",
            label = "impacts, closed form" } } }
      end
      return list
    end
    local rate, A, B = {}, {}, {}
    for i = 2, #run.t do
      local ds = s[i] - s[i - 1]
      rate[i - 1] = (run.t[i] - run.t[i - 1]) / ds
      A[i - 1], B[i - 1] = run["cn.A"][i] / ds, run["cn.B"][i] / ds
    end
    local over_s = panels(s, "s = t + normal impulse", false)
    over_s[3] = { xlabel = "s = t + normal impulse", ylabel = "rates over s",
      x = { table.unpack(s, 2) }, series = {
        { y = rate, style = "steps", label = "dt/ds" },
        { y = A, style = "steps", label = "of A" },
        { y = B, style = "steps", label = "of B" } } }
    return {
      { name = "zeno_block_t", columns = 1, title = "Over time",
        panels = panels(run.t, "t (s)", true) },
      { name = "zeno_block_s", columns = 1, title = "Over s",
        panels = over_s } }
  end,
}
