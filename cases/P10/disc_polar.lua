--- # A point hits a disc, in polar coordinates
--
--- Shows P10 (scheme).
--
--- The motion of the case disc, written with r and the angle th from the
--- negative x axis: T = (r'^2 + r^2 th'^2)/2. Now K = {r >= 1} is a half space
--- and the kinetic metric M = diag(1, r^2) carries the geometry; the terms
--- r th'^2 and -2 r r' th' of the force come from the kinetic energy. There
--- the free flight is no longer exact.

local perp = require "perp"
local lagrange = require "perp.lagrange"

local system = lagrange.system {
  coordinates = { "r", "th" },
  kinetic = function(q, v)
    return (v.r * v.r + q.r * q.r * v.th * v.th) / 2
  end,
  contacts = function(q) return { { name = "disc", gap = q.r - 1 } } end,
}

--- (-2, 3/5) moving with (1, 0): r^2 = 109/25, and the angle, which does not
--- enter the motion, is counted from the start.
local r = perp.sqrt(4.36)

local e = perp.param("e", 0.5, "restitution, 0 to 1")

--- The motion of the case disc: straight to (-4/5, 3/5), and straight from there.
local function motion(t)
  local s = math.max(0, t - 1.2)
  local push = t < 1.2 and 0 or 0.8 * (1 + perp.number(e))
  local x, y, u, v = -2 + t - 0.8 * push * s, 0.6 + 0.6 * push * s,
    1 - 0.8 * push, 0.6 * push
  local square = x * x + y * y
  return { q = { math.sqrt(square), math.atan(y, -x) - math.atan(0.6, 2) },
    v = { (x * u + y * v) / math.sqrt(square), (y * u - x * v) / square } }
end

return {
  system = system,
  scheme = "paoli",
  e = e,
  reference = motion,
  h = perp.param("h", 0.01, "step, s"),
  T = perp.param("T", 2, "duration, s"),
  q = { r, 0 }, v = { -2 / r, 0.6 / (r * r) },
  figures = function(run)
    return { { name = "disc_polar", title = "A point hits a disc", panels = {
      { xlabel = "t (s)", ylabel = "r (m)", series = {
        { x = { 0, run.t[#run.t] }, y = { 1, 1 }, color = "light", width = 3,
          label = "disc" },
        { x = run.t, y = run["q.r"], color = 1,
          label = "r" } } },
      { x = run.t, y = run["q.th"], xlabel = "t (s)",
        ylabel = "\u{3b8} (rad)" },
    } } }
  end,
}
