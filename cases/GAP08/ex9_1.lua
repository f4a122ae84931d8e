--- # A joint that is violated at the start
--
--- Shows GAP08 (Ex9.1).
--
--- One coordinate q with mass 1 is held by the joint q = 0, and starts with the
--- velocity eps, which the joint forbids and `start` allows. Each step makes the weighted velocity
--- v^{l+1,alpha} = (1-alpha) v^l + alpha v^{l+1} zero, hence
---
---     v^{l+1} = -((1 - alpha)/alpha) v^l.
---
--- For alpha = 1/2 the velocity changes its sign at every step for ever: the
--- total variation over N steps is 2 eps N, unbounded when h goes to zero,
--- while the weighted velocity is zero from the first step on. For alpha > 1/2
--- the swing dies out geometrically; for alpha = 1 it ends after one step. The
--- defaults are ratios, so that `--rational` shows all of this without a
--- rounding.

local perp = require "perp"
local ratio = perp.ratio

local system = perp.system {
  coordinates = { "q" },
  mass = function() return { { 1 } } end,
  joints = function(q) return { { name = "hold", q.q } } end,
}

return {
  system = system,
  q = { 0 }, start = "torn",
  v = { perp.param("eps", ratio(1, 10), "initial velocity, m/s") },
  alpha = perp.param("alpha", ratio(1, 2), "weight of the new velocity"),
  gamma = perp.param("gamma", ratio(1, 2), "weight in the position, 0 to 1"),
  h = perp.param("h", ratio(1, 100), "step, s"),
  T = perp.param("T", 1, "duration, s"),
  reference = function() return { q = { 0 }, v = { 0 } } end, -- what the joint allows
  figures = function(run)
    return { { name = "ex9_1", title = "A velocity that the joint forbids",
      panels = {
        { x = run.t, y = run["v.q"], style = "steps", xlabel = "t (s)",
          ylabel = "v^{h} (m/s)" },
        { x = run.t, y = run["va.q"], style = "steps", xlabel = "t (s)",
          ylabel = "v^{h,\u{3b1}} (m/s)" } } } }
  end,
}
