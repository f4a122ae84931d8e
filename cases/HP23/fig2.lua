--- # A velocity that falls at the rate one
--
--- Shows HP23 (Fig2).
--
--- The inclusion v' in -Unit(v): a puck on a floor with mu g = 1 m/s^2. Its
--- speed falls at the rate 1 in a fixed direction and stays zero, where -Unit
--- holds every deceleration up to 1, zero among them:
--
---     |v(t)| = max(|v0| - t, 0)
--
--- An implicit step of the scheme along one of the friction directions gives
--- this to the last bit, for whatever h: the first direction is that of v0. The
--- figure has the speed beside the closed form, and -v' over the velocity, which
--- is the graph of Unit.

local perp = require "perp"
local vx = perp.param("vx", 0.6, "velocity at the start, m/s")
local vy = perp.param("vy", 0.8, "velocity at the start, m/s")
local h = perp.param("h", perp.ratio(1, 64), "step, s")
local T = perp.param("T", perp.ratio(3, 2), "duration, s")
local g = perp.param("g", 10, "gravity, m/s^2")
local speed = perp.sqrt(vx * vx + vy * vy)
local a, b = vx / speed, vy / speed

local system = perp.system {
  coordinates = { "x", "y", "z" },
  mass = function() return { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } end,
  force = function() return { 0, 0, -g } end,
  contacts = function(q, v)
    return { { name = "floor", gap = q.z, mu = 1 / g,
      slips = { a * v.x + b * v.y, a * v.y - b * v.x } } }
  end,
}

return {
  system = system, h = h, T = T, alpha = 1, gamma = 1,
  q = { 0, 0, 0 }, v = { vx, vy, 0 },
  figures = function(run)
    local along, closed, rate, before = {}, {}, {}, {}
    for i = 1, #run.t do
      along[i] = a * run["v.x"][i] + b * run["v.y"][i]
      closed[i] = perp.max(speed - run.t[i], 0)
      if i > 1 then
        rate[i - 1] = (along[i - 1] - along[i]) / (run.t[i] - run.t[i - 1])
        before[i - 1] = along[i]
      end
    end
    return { { name = "fig2", columns = 2,
      title = "v' in -Unit(v)", panels = {
        { xlabel = "t (s)", ylabel = "speed (m/s)", series = {
          { x = run.t, y = along, label = "computed" },
          { x = run.t, y = closed, dash = true, label = "closed form" } } },
        { xlabel = "v along v_{0} (m/s)", ylabel = "-v' (m/s^{2})",
          series = { { x = before, y = rate, style = "points",
            label = "each step" } } } } } }
  end,
}
