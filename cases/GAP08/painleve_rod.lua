--- # Painlevé's rod
---
--- A homogeneous rod of half length 1 and mass 1 (inertia 1/3) slides with its
--- lower end on a rough floor, the tip to the left with speed 1, the angle to
--- the floor th with tan th = `tan`. With rows n = (0, 1, -cos), d = (1, 0,
--- sin) of the tip the question for accelerations is, while it slides,
---
---     0 <= A c + b  perp  c >= 0,
---     A = 1 + 3 cos^2 - 3 mu sin cos,  b = -g + w^2 sin.
---
--- For mu > (4 + tan^2)/(3 tan), which is never below 4/3, A is negative:
--- with b < 0 no force solves it, with b > 0 two do. (`test_painleve_rod` shows
--- both with the enumeration of all solutions.) A step asks for an impulse, and
--- that always exists. For alpha = 1 the tip is stopped in the first step,
--- however short, by
---
---     c_n = (3 sin cos + (1 + 3 sin^2) g h)/4,
---     beta = (1 + 3 cos^2 + 3 sin cos g h)/4,
---
--- that is 9/25 + 73 g h/100 and 13/25 + 9 g h/25 for tan = 4/3: an impulse
--- that does not vanish with h, without a collision. Their ratio tends to the
--- critical mu = 13/9. For alpha < 1 it is the weighted velocity of the tip that
--- is stopped, so the tip is thrown back with the speed (1 - alpha)/alpha:
--- three values of alpha, three limits, all of them in the friction cone
--- (erratum 0-45).
---
--- `w` is the initial rate of turning.

local perp = require "perp"
local mu = perp.param("mu", 2, "coefficient of friction")
local tan = perp.param("tan", perp.ratio(4, 3), "slope of the rod")
local alpha = perp.param("alpha", 1, "weight of the new velocity")
local h = perp.param("h", 0.001, "step, s")
local T = perp.param("T", 0.05, "duration, s")
local w = perp.param("w", 0, "rate of turning at first, rad/s")

local system = perp.system {
  coordinates = { "x", "y", "th" },
  mass = function()
    return { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, perp.ratio(1, 3) } }
  end,
  force = function() return { 0, -9.81, 0 } end,
  contacts = function(q, v)
    return { { name = "tip", gap = q.y - perp.sin(q.th),
      slips = { v.x + perp.sin(q.th) * v.th }, mu = mu } }
  end,
}

local th = math.atan(perp.number(tan))

local function experiment(weight, name)
  return { system = system, alpha = weight, gamma = weight, h = h, T = T,
    name = name, q = { x = 0, y = perp.sin(th), th = th },
    v = { x = -1 - perp.sin(th) * w, y = perp.cos(th) * w, th = w } }
end

--- The slip of the tip over time.
local function slip_of(run, weight, dash)
  local slip = {}
  for i, angle in ipairs(run["q.th"]) do
    slip[i] = run["v.x"][i] + math.sin(angle) * run["v.th"][i]
  end
  return { x = run.t, y = slip, style = "steps", dash = dash,
    label = "\u{3b1} = " .. weight }
end

local one = experiment(alpha)

--- The limits of h -> 0 for three weights beside the run: after the first step the
--- tip slips with (1 - alpha)/alpha.
function one.figures(run)
  local slips, limits = { slip_of(run, tostring(alpha)) }, {}
  local gap, ends = {}, { run.t[1], run.t[#run.t] }
  for i, angle in ipairs(run["q.th"]) do
    gap[i] = run["q.y"][i] - math.sin(angle)
  end
  for k, weight in ipairs { 1, 0.75, 0.5 } do
    if alpha ~= weight then
      slips[#slips + 1] = slip_of(perp.simulate(experiment(weight,
        "other" .. k)), tostring(weight))
    end
    local limit = (1 - weight) / weight
    limits[k] = { x = ends, y = { limit, limit }, dash = true, color = 8,
      label = k == 1 and "limits" or nil }
  end
  return { { name = "painleve_rod", columns = 2, height = 720,
    title = "Painlevé's rod", panels = {
    { columns = 2, xlabel = "t (s)", ylabel = "slip of the tip (m/s)",
      series = table.move(limits, 1, 3, #slips + 1, slips) },
    { x = run.t, y = run["cn.tip"], style = "steps", xlabel = "t (s)",
      ylabel = "c_{n} (N s)" },
    { x = run.t, y = run["q.th"], xlabel = "t (s)", ylabel = "angle (rad)" },
    { x = run.t, y = gap, xlabel = "t (s)", ylabel = "gap (m)" },
  } } }
end
return one
