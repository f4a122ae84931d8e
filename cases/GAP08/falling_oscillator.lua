--- # An oscillator that falls
--
--- A particle on a horizontal spring falls onto a smooth floor and stays on it.
--- Height and oscillation know nothing of each other, so the motion is known:
--- free fall until t* = (v + sqrt(v^2 + 2 g y)) / g, then the floor, and a cosine
--- throughout. With `clock = "collision"` the collision is located and the grid
--- goes on from there: the order is 2 for alpha = gamma = 1/2. With the paper's
--- `uniform` clock the collision takes a whole step, though the motion moved for
--- a part of it: the rest of that step is lost, and the order is 1 (erratum 0-12).
--
---     perp converge cases/GAP08/falling_oscillator.lua --h 0.05,0.025,0.0125
---     perp converge cases/GAP08/falling_oscillator.lua --set clock=uniform

local perp = require "perp"
local g = 9.81
local w = perp.param("w", 3, "rate of the oscillation, rad/s")
local y0 = perp.param("y0", 1, "height, m")
local v0 = perp.param("v0", 0.5, "upward velocity, m/s")
local alpha = perp.param("alpha", 0.5, "weight of the new velocity")

local system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  force = function(t, q) return { -w ^ 2 * q.x, -g } end,
  contacts = function(q) return { { name = "floor", gap = q.y } } end,
}
local landing = (v0 + math.sqrt(v0 ^ 2 + 2 * g * y0)) / g

return {
  system = system,
  alpha = alpha,
  gamma = perp.param("gamma", alpha, "weight in the position, 0 to 1"),
  clock = perp.param("clock", "collision", "collision or uniform"),
  h = perp.param("h", 0.05, "step, s"),
  T = perp.param("T", 2, "duration, s"),
  q = { 1, y0 }, v = { 0, v0 },
  reference = function(t)
    local falls = t < landing
    return {
      q = { math.cos(w * t), falls and y0 + v0 * t - g * t ^ 2 / 2 or 0 },
      v = { -w * math.sin(w * t), falls and v0 - g * t or 0 } }
  end,
  figures = function(run)
    return { { name = "falling_oscillator", title = "An oscillator that falls",
      panels = { { xlabel = "t (s)", ylabel = "(m)", series = {
        { x = run.t, y = run["q.x"], label = "x" },
        { x = run.t, y = run["q.y"], label = "y" } } } } } }
  end,
}
