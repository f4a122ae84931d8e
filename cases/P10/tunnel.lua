--- # A step that passes through the wall
--
--- Shows P10 (L1), (L3).
--
--- K = {q^2 >= size^2} is not convex: an obstacle of width 2 size on a line. The
--- ball comes from q = 1 with -1. When h |u| is small against the obstacle it
--- stops (e = 0) at its boundary. With size = 1/10 and h = 3/20 the prediction
--- falls beyond the middle; the nearest point of K is then on the far side, and
--- the ball leaves there with 4/3 of its speed. So Lemma 1 and (C3), which want a
--- convex K, fail here, and Lemma 3 holds with nothing to spare: its constant is
--- 2, the Lipschitz constant of the gradient. The run says at which step it may
--- have passed through; --json counts `C3_failures`, and (P2) shows the obstacle
--- in the way.

local perp = require "perp"
local ratio = perp.ratio
local size = perp.param("size", ratio(1, 10), "half the width, m")

local system = perp.system {
  coordinates = { "q" },
  mass = function() return { { 1 } } end,
  contacts = function(q)
    return { { name = "obstacle", gap = q.q * q.q - size * size } }
  end,
}

local e = perp.param("e", ratio(0), "restitution, 0 to 1")

return {
  system = system,
  scheme = "paoli",
  e = e,
  reference = function(t) -- to the boundary, and back from it
    local behind = t - 1 + perp.number(size)
    local back = behind < 0 and -1 or perp.number(e)
    return { q = { perp.number(size) + back * behind }, v = { back } }
  end,
  h = perp.param("h", ratio(3, 20), "step, s"),
  T = perp.param("T", 2, "duration, s"),
  q = { 1 }, v = { -1 },
  figures = function(run)
    local first, last, half = 0, run.t[#run.t], perp.number(size)
    return { { name = "tunnel", title = "A step as long as the obstacle",
      panels = {
        { xlabel = "t (s)", ylabel = "q (m)", series = {
          { x = { first, last, last, first }, y = { -half, -half, half, half },
            style = "area", color = 8, label = "obstacle" },
          { x = run.t, y = run["q.q"], style = "marked", color = 1,
            label = "q" } } },
        { x = run.t, y = run["v.q"], style = "steps", xlabel = "t (s)",
          ylabel = "V (m/s)" } } } }
  end,
}
