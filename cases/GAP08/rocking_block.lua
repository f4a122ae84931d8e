--- # A rocking block
---
--- A slender block stands on one of its lower corners and falls back. When the
--- other corner hits, the compression stops it, the first corner lifts off, and
--- the block goes on around the second one with its rate multiplied by
---
---     e = 1 - (3/2) sin^2 a,  tan a = width/height
---
--- (Housner 1963; e = .9118 for the ratio 1/4 used here). The rates form a
--- geometric sequence, so the true motion has infinitely many impacts in finite
--- time. A run with step h sees those that are further apart than h: about
--- ln 2/ln(1/e) = 7.5 more with every halving of h. That is log(1/h) and not a
--- bound for all h, so assumption (H7) fails here for a good reason.
---
--- With `active = "sharp"` the active set is the printed one, {Phi <= 0}: a
--- corner around which the block turns leaves it by an amount of order h^2 in
--- every step, falls, and collides again. The collisions then grow like 1/h
--- (erratum 0-4).

local perp = require "perp"
local planar = require "perp.planar"
local solved = require "perp.solved"
local width = perp.param("width", 0.25, "width of the block, m")
local height = perp.param("height", 1, "height of the block, m")
local th = perp.param("th", 0.1, "initial angle, rad")
local mu = perp.param("mu", 2, "coefficient of friction")
local alpha = perp.param("alpha", 1, "weight of the new velocity")
local h = perp.param("h", 0.001, "step, s")
local T = perp.param("T", 6, "duration, s")
local active = perp.param("active", "kept", "active set: kept or sharp")
local clock = perp.param("clock", "collision",
  "after a collision: collision time or uniform grid")

local world = planar.world { mu = mu }
world:box { mass = 1, width = width, height = height }
local a, b = width / 2, height / 2

--- The block about its left corner (side 1) and about its right one (side -1), as
--- long as friction holds the corners; what is too slow for the step of the solver
--- rests.
local square, g = a * a + b * b, 9.81
local function turn(angle, rate, side)
  return { y = { angle, rate, side }, rate = function(_, y)
      return { y[2], -0.75 * g / square * (side * a * math.cos(y[1]) -
        b * math.sin(y[1])), 0 }
    end,
    lasts = function(_, y) return side * y[1] end,
    next = function(_, y)
      local kept = y[2] * (1 - 1.5 * a * a / square)
      return math.abs(kept) > 0.02 and turn(0, kept, -side) or
        { y = { 0, 0, 1 }, rate = function() return { 0, 0, 0 } end }
    end }
end
local motion = solved.motion(turn(th, 0, 1))

return {
  system = world:system(), alpha = alpha, gamma = alpha, h = h, T = T,
  active = active, clock = clock,
  --- the lower left corner is the origin
  q = { x = a * perp.cos(th) - b * perp.sin(th),
    y = a * perp.sin(th) + b * perp.cos(th), th = th },
  v = { 0, 0, 0 },
  reference = mu >= 1 and th > 0 and function(t)
    local angle, rate, side = motion(t)
    local c, s = math.cos(angle), math.sin(angle)
    local x, y = side * a * c - b * s, side * a * s + b * c -- from the corner
    return { q = { a - side * a + x, y, angle }, v = { -y * rate, x * rate,
      rate } }
  end or nil,
  figures = function(run)
    return { { name = "rocking_block", columns = 1, title = "A rocking block",
      panels = {
        { x = run.t, y = run["q.th"], xlabel = "t (s)",
          ylabel = "angle (rad)" },
        { x = run.t, y = run["v.th"], style = "steps", xlabel = "t (s)",
          ylabel = "rate of turning (rad/s)" },
        { x = run.t, y = run["kinetic"], xlabel = "t (s)",
          ylabel = "kinetic energy (J)" } } } }
  end,
}
