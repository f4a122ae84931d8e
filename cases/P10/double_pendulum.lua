--- # A double pendulum with a stop
--
--- Shows P10 (Newton).
--
--- Two unit masses on unit rods, angles q1, q2 from the vertical; the lower
--- end must stay to the right of the vertical through the suspension,
--- sin q1 + sin q2 >= 0. M depends on q and K is curved: the full scheme. From
--- rest at (0.5, 0.8). With e = 0 there are two plastic impacts, at 0.668 s and
--- 0.763 s: after the first the pendulum leaves the stop, after the second it
--- slides on it.

local perp = require "perp"
local lagrange = require "perp.lagrange"
local g = perp.param("g", 9.81, "gravity, m/s^2")

local system = lagrange.system {
  coordinates = { "q1", "q2" },
  kinetic = function(q, v)
    return v.q1 * v.q1 + v.q2 * v.q2 / 2 +
      perp.cos(q.q1 - q.q2) * v.q1 * v.q2
  end,
  potential = function(q)
    return -g * (2 * perp.cos(q.q1) + perp.cos(q.q2))
  end,
  contacts = function(q)
    return { { name = "stop", gap = perp.sin(q.q1) + perp.sin(q.q2) } }
  end,
}

return {
  system = system,
  scheme = "paoli",
  e = perp.param("e", 0.5, "restitution, 0 to 1"),
  h = perp.param("h", 0.001, "step, s"),
  T = perp.param("T", 1, "duration, s"),
  q = { perp.param("q1", 0.5, "first angle, rad"),
    perp.param("q2", 0.8, "second angle, rad") },
  v = { 0, 0 },
  figures = function(run)
    local gap = {}
    for i in ipairs(run.t) do
      gap[i] = math.sin(run["q.q1"][i]) + math.sin(run["q.q2"][i])
    end
    return { { name = "double_pendulum", title = "A double pendulum with a stop",
      panels = {
        { xlabel = "t (s)", ylabel = "angle (rad)", series = {
          { x = run.t, y = run["q.q1"], label = "q_{1}" },
          { x = run.t, y = run["q.q2"], label = "q_{2}" } } },
        { xlabel = "t (s)", ylabel = "sin q_{1} + sin q_{2} (m)", series = {
          { x = { 0, run.t[#run.t] }, y = { 0, 0 }, color = "light", width = 3,
            label = "stop" },
          { x = run.t, y = gap, color = 1, label = "lower end" } } },
        { x = run.t, y = run["cn.stop"], style = "steps", xlabel = "t (s)",
          ylabel = "impulse (N s)" } } } }
  end,
}
