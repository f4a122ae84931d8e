--- # A point hits a disc
--
--- Shows P10 (scheme).
--
--- K is the outside of the unit circle, which is not convex. The point flies
--- from (-2, 3/5) with (1, 0), hits at (-4/5, 3/5) at t = 6/5, where the normal
--- is the radius: u+ = u- - (1 + e)(n.u-) n. Everything is rational, the
--- projection on a circle is not; the scheme finds it by sequential quadratic
--- programming. The case disc_polar is the same motion with M(q) and a linear
--- constraint.

local perp = require "perp"
local ratio = perp.ratio
local e = perp.param("e", ratio(1, 2), "restitution, 0 to 1")

local system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  contacts = function(q)
    return { { name = "disc", gap = q.x * q.x + q.y * q.y - 1 } }
  end,
}

return {
  system = system,
  scheme = "paoli",
  e = e,
  h = perp.param("h", ratio(1, 100), "step, s"),
  T = perp.param("T", 2, "duration, s"),
  q = { -2, ratio(3, 5) }, v = { 1, 0 },
  reference = function(t)
    local s = math.max(0, t - 1.2) -- since the impact
    local push = 0.8 * (1 + perp.number(e))
    local back = t < 1.2 and 0 or push
    return { q = { -2 + t - 0.8 * push * s, 0.6 + 0.6 * push * s },
      v = { 1 - 0.8 * back, 0.6 * back } }
  end,
  figures = function(run)
    local cx, cy = {}, {}
    for i = 0, 120 do
      local s = 2 * (i / 120) - 1 -- the left half, by its rational parameter
      cx[#cx + 1] = -(1 - s * s) / (1 + s * s)
      cy[#cy + 1] = 2 * s / (1 + s * s)
    end
    return { { name = "disc", title = "A point hits a disc", height = 400,
      panels = { { equal = true, xlabel = "x (m)", ylabel = "y (m)", series = {
        { x = run["q.x"], y = run["q.y"], label = "q^{n}" },
        { x = cx, y = cy, label = "disc" } } } } } }
  end,
}
