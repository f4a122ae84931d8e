--- # A rod that strikes with its tip
---
--- Shows P10 (Newton).
---
--- A body of mass 1 and moment of inertia 1/2 has a tip at (1, -1) from its
--- centre, and strikes the ground with it. By the step of Moreau and Jean the
--- tip leaves with Newton's -e times the normal velocity that it came with: the
--- first panel. The tip slides backwards with 2/3 m/s, and the normal impulse
--- turns the body so that it would slide forward; friction holds it, and pushes
--- along the old slip. For e = 1 the impact gains 2/15 J, a sixth of what there
--- was: the second panel. With `mu=0` nothing is gained, nor with `e=0`; with
--- `scheme=alpha-gamma` e is Poisson's, and nothing is gained either.
---
---     perp run newton_rod.lua --plot figures
---     perp run newton_rod.lua --set mu=0 --plot figures

local perp = require "perp"
local mu = perp.param("mu", perp.ratio(1, 2), "coefficient of friction")
local e = perp.param("e", 1, "restitution, 0 to 1")
local g = perp.param("g", 0, "gravity, m/s^2")
local drop = perp.param("drop", 0.1, "height of the tip at the start, m")
local h = perp.param("h", perp.ratio(1, 64), "step, s")
local T = perp.param("T", 0.5, "duration, s")
local alpha = perp.param("alpha", perp.ratio(1, 2), "Jean's theta")
local scheme = perp.param("scheme", "moreau-jean", "moreau-jean or alpha-gamma")

--- The tip of the body at the angle th, from its centre, and its velocity.
local function tip(q, v)
  local x = perp.cos(q.th) + perp.sin(q.th)
  local y = perp.sin(q.th) - perp.cos(q.th)
  return y, { x = v.x - y * v.th, y = v.y + x * v.th }
end

local system = perp.system {
  coordinates = { "x", "y", "th" },
  mass = function() return { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 / 2 } } end,
  force = function() return { 0, -g, 0 } end,
  contacts = function(q, v)
    local y, u = tip(q, v)
    return { { name = "tip", gap = q.y + y, slips = { u.x }, mu = mu } }
  end,
  measures = function(q, v)
    local _, u = tip(q, v)
    return { { name = "tip.x", u.x }, { name = "tip.y", u.y } }
  end,
}

return { system = system, scheme = scheme, h = h, T = T, e = e, alpha = alpha,
  gamma = alpha, q = { x = 0, y = 1 + drop, th = 0 },
  v = { x = perp.ratio(-2, 3), y = -1, th = 0 },
  figures = function(run)
    return { { name = "newton_rod", columns = 1, title = "A rod strikes",
      panels = {
        { xlabel = "t (s)", ylabel = "velocity of the tip (m/s)", series = {
          { x = run.t, y = run["tip.y"], label = "normal", style = "steps" },
          { x = run.t, y = run["tip.x"], label = "slip", style = "steps" } } },
        { x = run.t, y = run.kinetic, style = "steps", xlabel = "t (s)",
          ylabel = "kinetic energy (J)" } } } }
  end,
}
