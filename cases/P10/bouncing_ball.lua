--- # The bouncing ball
--
--- Shows P10 (Ex1), (Ex2).
--
--- A point falls on the floor q = 0 without gravity: q_0 = 1, u_0 = -1. The
--- motion is 1 - t until t = 1 and e (t - 1) afterwards. The scheme gives, with
--
---     p = floor(1/h - (1 - e)/(1 + e)),
--
---     q^n = 1 - n h           for n <= p + 1,
---     q^n = e (n h - 1) - 2 e h   for n >= p + 2:
--
--- the rebound is the exact one, late by exactly 2h whatever h is. For e = 0
--- the ball stays on the floor, and p = floor(1/h) - 1. Only Z^n lies in K: for
--- e > 0 the node q^{p+2} = -e q^p is below the floor.

local perp = require "perp"
local ratio = perp.ratio
local e = perp.param("e", ratio(1, 2), "restitution, 0 to 1")
local h = perp.param("h", ratio(1, 10), "step, s")
local T = perp.param("T", 2, "duration, s")

local system = perp.system {
  coordinates = { "q" },
  mass = function() return { { 1 } } end,
  contacts = function(q) return { { name = "floor", gap = q.q } } end,
}

return {
  system = system,
  scheme = "paoli",
  e = e, h = h, T = T,
  q = { 1 }, v = { -1 },
  figures = function(run)
    local exact, late = {}, {}
    for i, t in ipairs(run.t) do
      local bounce = perp.number(e)
      exact[i] = t <= 1 and 1 - t or bounce * (t - 1)
      late[i] = run["q.q"][i] - exact[i]
    end
    return { { name = "bouncing_ball", title = "A ball without gravity",
      panels = {
        { xlabel = "t (s)", ylabel = "q (m)", series = {
          { x = run.t, y = run["q.q"], style = "points", label = "q^{n}" },
          { x = run.t, y = exact, label = "exact" } } },
        { x = run.t, y = late, xlabel = "t (s)", ylabel = "q^{n} - q(t_{n}) (m)" },
      } } }
  end,
}
