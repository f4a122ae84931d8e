--- # The rigid limit of a step
--
--- One step of a rod that touches a floor with one end and sticks there, with
--- everything fixed but the compliance: hK + C = kappa (h + 1/100) I. Implicitly
--- (theta = 0) the step's matrix is A = W + I/(kappa (h + 1/100)), W = h Gamma
--- M^{-1} Gamma', and the force tends to that of the rigid step, W lambda = -b,
--- like 1/kappa. Explicitly (theta = 1) nothing is left of A but the compliance:
--- the force grows like kappa, and there is no limit.
---
--- With h + 1/100 = 1/50, m = 1, I = 5/12 and the contact half a metre beside the
--- centre and a metre below, W = [[1.6, -1.2], [-1.2, 3.4]] / 100 and kappa
--- (lambda - lambda_rigid) tends to -50 W^{-1} lambda_rigid.
--
---     perp run cases/PKS05/rigid_limit.lua --plot figures
---     perp run cases/PKS05/rigid_limit.lua --rational --csv - --set theta=1

local perp = require "perp"
local ratio = perp.ratio
local kappa = perp.param("kappa", 10000, "stiffness, N/m")
local theta = perp.param("theta", 0, "weight of the old value, 0 to 1")
local mu = perp.param("mu", ratio(2, 5), "coefficient of friction")
local g = perp.param("g", ratio(981, 100), "gravity, m/s^2")
local vy = perp.param("vy", ratio(-1, 2), "velocity downward, m/s")
local h = ratio(1, 100)

local function system(k)
  return perp.system {
    coordinates = { "x", "y", "th" },
    mass = function()
      return { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, ratio(5, 12) } }
    end,
    force = function() return { 0, -g, 0 } end,
    contacts = function(q, v)
      return { { name = "end", gap = q.y - q.th / 2, slips = { v.x + v.th },
        mu = mu, stiffness = k, damping = k / 100 } }
    end,
  }
end

local function step(name, k, weight, figures)
  return perp.simulate { name = name, system = system(k), scheme = "theta",
    theta = weight, h = h, T = h, q = { 0, ratio(1, 1000), 0 },
    v = { ratio(3, 10), vy, ratio(1, 10) }, figures = figures }
end

--- Force of the rigid step: open, sticking or slipping.
local function rigid()
  local W = { { 0.016, -0.012 }, { -0.012, 0.034 } }
  local bn = perp.number(vy) - 0.05 - 0.01 * perp.number(g) + 0.1
  local bt, m = 0.4, perp.number(mu)
  if bn >= 0 then return 0, 0 end
  local det = W[1][1] * W[2][2] - W[1][2] * W[2][1]
  local n = -(W[2][2] * bn - W[1][2] * bt) / det
  local t = -(W[1][1] * bt - W[2][1] * bn) / det
  if n >= 0 and math.abs(t) <= m * n then return n, t end
  for s = -1, 1, 2 do
    local f = -bn / (W[1][1] - s * m * W[1][2])
    local w = (W[2][1] - s * m * W[2][2]) * f + bt
    if f >= 0 and s * w >= 0 then return f, -s * m * f end
  end
end

local function last(run, row)
  local list = run["lam.end." .. row]
  return list[#list]
end

step("rigid_limit", kappa, theta, function()
  local n, t = rigid()
  local ks, off, implicit, explicit, stiff = {}, {}, {}, {}, {}
  for i = 1, 9 do
    local k = math.floor(10 ^ (1 + i) + 0.5)
    local a = step("implicit" .. i, k, 0)
    local b = step("explicit" .. i, k, 1)
    ks[i] = k
    off[i] = math.sqrt((last(a, "n") - n) ^ 2 + (last(a, "t") - t) ^ 2)
    implicit[i], explicit[i], stiff[i] = last(a, "n"), last(b, "n"), n
  end
  return { { name = "rigid_limit", title = "Compliance to zero, one step",
    columns = 2, width = 800, height = 320, panels = {
      { x = ks, y = off, style = "marked", xscale = "log", yscale = "log",
        xlabel = "\u{3ba} (N/m)", ylabel = "|\u{3bb} \u{2212} \u{3bb}_{rigid}| (N)",
        label = "\u{3b8} = 0" },
      { xscale = "log", yscale = "log", xlabel = "\u{3ba} (N/m)",
        ylabel = "\u{3bb}_{n} (N)", series = {
          { x = ks, y = implicit, style = "marked", label = "\u{3b8} = 0" },
          { x = ks, y = explicit, style = "marked", label = "\u{3b8} = 1" },
          { x = ks, y = stiff, dash = true, label = "rigid" } } },
    } } }
end)
