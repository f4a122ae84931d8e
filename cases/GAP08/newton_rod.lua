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

--- The impact by hand: rows of the tip over M^{-1} = diag(1, 1, 2), and what friction
--- can hold. Nothing else happens while nothing pushes.
local function impact(u, un, w)
  local W = { { 3, 2 }, { 2, 3 } } -- the tip moves with un + w, and along with u + w
  local bn, bt = un + w, u + w
  local gain = -(1 + perp.number(e)) * bn
  local n, t = (3 * gain + 2 * bt) / 5, (-2 * gain - 3 * bt) / 5 -- it sticks
  local f = perp.number(mu)
  if math.abs(t) > f * n then
    local s = bt > 0 and -1 or 1
    n = gain / (W[1][1] + s * f * W[1][2])
    t = s * f * n
  end
  return u + t, un + n, w + 2 * (n + t)
end

local function motion(t)
  local s, u, v, w = perp.number(drop), -2 / 3, -1, 0
  if t < s then return { -2 / 3 * t, 1 + s - t, 0 }, { u, v, w } end
  local x = -2 / 3 * s
  u, v, w = impact(u, v, w)
  return { x + u * (t - s), 1 + v * (t - s), w * (t - s) }, { u, v, w }
end

return { system = system, scheme = scheme, h = h, T = T, e = e, alpha = alpha,
  gamma = alpha, q = { x = 0, y = 1 + drop, th = 0 },
  v = { x = perp.ratio(-2, 3), y = -1, th = 0 },
  reference = g == 0 and scheme == "moreau-jean" and function(t)
    local q, v = motion(t)
    return { q = q, v = v }
  end or nil,
  figures = function(run)
    return { { name = "newton_rod", columns = 1, title = "A rod strikes",
      panels = {
        { xlabel = "t (s)", ylabel = "velocity of the tip (m/s)", series = {
          { x = run.t, y = run["tip.y"], label = "normal", style = "steps" },
          { x = run.t, y = run["tip.x"], label = "slip", style = "steps" } } },
        { x = run.t, y = run.kinetic, style = "steps", xlabel = "t (s)",
          ylabel = "kinetic energy (J)" },
        { x = run.t, y = run["q.y"], xlabel = "t (s)",
          ylabel = "height of the centre (m)" } } } }
  end,
}
