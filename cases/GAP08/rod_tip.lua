--- # A rod that slides on its tip
---
--- A rod falls while its lower end slides on the floor. The gap of the tip is
--- Phi = y - l sin th, and Phi'' = l th'^2 sin th > 0 along a step: after a step
--- that leaves with n'v = 0 the gap is a little above zero, by
--- (1/2) h^2 l th'^2 sin th.
---
--- `active = "sharp"` takes {Phi <= 0}, as printed. The tip then leaves the set
--- after each step, falls freely for one step, and collides: T/(2h) collisions,
--- so (H7) fails. With `clock = "uniform"` each of them also costs a part of a
--- step, and the motion that is computed converges to another one (erratum
--- 0-4). `active = "kept"` keeps a contact until its normal velocity is
--- positive: no collision, and the error is of first order.
---
--- Without friction the rod turns by a closed form of the energy,
--- th'^2 (l^2 cos^2 th + J/m)/2 + g l sin th = const, which the test integrates
--- by itself.

local perp = require "perp"
local planar = require "perp.planar"
local solved = require "perp.solved"
local l = perp.param("l", 1, "half length, m")
local mu = perp.param("mu", 0, "coefficient of friction")
local th = perp.param("th", 1, "initial angle to the floor, rad")
local w = perp.param("w", -1, "initial rate of turning, rad/s")
local alpha = perp.param("alpha", 1, "weight of the new velocity")
local h = perp.param("h", 0.01, "step, s")
local T = perp.param("T", 0.3, "duration, s")
local active = perp.param("active", "kept", "active set: kept or sharp")
local clock = perp.param("clock", "collision",
  "after a collision: collision time or uniform grid")

local world = planar.world { mu = mu }
world:rod { mass = 1, length = 2 * l }

--- The angle by the energy's derivative, height and its rate from the angle, until
--- the floor would have to pull: then the rod flies.
local g = 9.81
local function turning(y)
  local c, s = math.cos(y[1]), math.sin(y[1])
  return (c * s * y[2] ^ 2 - g / l * c) / (c * c + 1 / 3)
end
local motion = solved.motion {
  y = { th, w, l * perp.sin(th), l * perp.cos(th) * w },
  rate = function(_, y)
    local c, s, a = math.cos(y[1]), math.sin(y[1]), turning(y)
    return { y[2], a, y[4], l * (c * a - s * y[2] ^ 2) }
  end,
  lasts = function(_, y)
    return g + l * (math.cos(y[1]) * turning(y) - math.sin(y[1]) * y[2] ^ 2)
  end,
  next = function(_, y)
    return { y = y, rate = function(_, z) return { z[2], 0, z[4], -g } end }
  end }

local x = { system = world:system(), alpha = alpha, gamma = alpha, h = h, T = T,
  active = active, clock = clock,
  reference = mu == 0 and function(t) -- while the other end is above the floor
    local angle, rate, y, vy = motion(t)
    return { q = { 0, y, angle }, v = { 0, vy, rate } }
  end or nil,
  q = { x = 0, y = l * perp.sin(th), th = th },
  v = { x = 0, y = l * perp.cos(th) * w, th = w },
}

--- The run and the one with the other active set, on the uniform clock that makes its
--- collisions cost a part of a step.
function x.figures(run)
  local other = {}
  for key, value in pairs(x) do other[key] = value end
  other.figures, other.name, other.reference = nil, "other", nil
  other.active = active == "kept" and "sharp" or "kept"
  other.clock = "uniform"
  local second = perp.simulate(other)
  local function gap(of)
    local y = {}
    for i, angle in ipairs(of["q.th"]) do
      y[i] = of["q.y"][i] - l * math.sin(angle)
    end
    return y
  end
  local function both(ylabel, style, column)
    return { xlabel = "t (s)", ylabel = ylabel, series = {
      { x = run.t, y = column(run), style = style, label = active },
      { x = second.t, y = column(second), style = style,
        label = other.active } } }
  end
  local function named(name)
    return function(of) return of[name] end
  end
  return { { name = "rod_tip", columns = 2, title = "A rod on its tip", panels = {
    both("angle (rad)", nil, named("q.th")),
    both("rate of turning (rad/s)", "steps", named("v.th")),
    both("gap (m)", nil, gap),
    both("c_{n} (N s)", "steps", named("cn.ground.1")) } } }
end
return x
