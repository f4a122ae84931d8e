--- # A wheel on a yielding floor, and what it carries on a spring
--
--- Shows PKS05 (1), (5).
--
--- A quarter of a car: a body of mass m2 stands on a wheel of mass m1 by a spring and a
--- damper, and the tyre is the contact, with stiffness K and damping C. The car is let
--- down with 0.4 m/s. The spring is a part of the force f, and so in the implicit step;
--- the tyre is PKS05's compliance. While it touches, delta = -w, and the motion is linear:
---
---     m1 w'' = -m1 g - K w - C w' + k (b - w) + c (b' - w'),
---     m2 b'' = -m2 g - k (b - w) - c (b' - w').
---
--- The scheme is of first order for every theta.
--
---     perp converge cases/PKS05/quarter_car.lua --h 1/500,1/1000,1/2000
---     perp run cases/PKS05/quarter_car.lua --rational --set T=1/100

local perp = require "perp"
local ratio = perp.ratio
local m1 = perp.param("m1", 1, "mass of the wheel, kg")
local m2 = perp.param("m2", 5, "mass of the body, kg")
local k = perp.param("k", 400, "stiffness of the spring, N/m")
local c = perp.param("c", 20, "damping of the spring, N s/m")
local K = perp.param("K", 4000, "stiffness of the tyre, N/m")
local C = perp.param("C", 10, "damping of the tyre, N s/m")
local g = perp.param("g", 10, "gravity, m/s^2")
local v0 = perp.param("v0", ratio(-2, 5), "velocity at the start, m/s")

local system = perp.system {
  coordinates = { "w", "b" },
  mass = function() return { { m1, 0 }, { 0, m2 } } end,
  force = function() return { -m1 * g, -m2 * g } end,
  springs = function(q)
    return { { name = "spring", elongation = q.b - q.w, stiffness = k,
      damping = c } }
  end,
  contacts = function(q)
    return { { name = "tyre", gap = q.w, stiffness = K, damping = C } }
  end,
}

local M1, M2, G = perp.number(m1), perp.number(m2), perp.number(g)
local K1, C1, K2, C2 = perp.number(K), perp.number(C), perp.number(k),
  perp.number(c)

--- The rates of (w, b, w', b') while the tyre touches, without gravity.
local function rates(y)
  local tyre = -K1 * y[1] - C1 * y[3]
  local pull = K2 * (y[2] - y[1]) + C2 * (y[4] - y[3])
  return { y[3], y[4], (tyre + pull) / M1, -pull / M2 }
end

--- The motion over a time that is short beside the oscillations, by the exponential
--- series of these linear equations.
local function onward(y, t)
  local out, term = { table.unpack(y) }, y
  for i = 1, 16 do
    term = rates(term)
    for j = 1, 4 do
      term[j] = (term[j] - (i == 1 and j > 2 and G or 0)) * t / i
      out[j] = out[j] + term[j]
    end
  end
  if -K1 * out[1] - C1 * out[3] < 0 then
    error("the tyre leaves the floor, and the reference is of one that touches",
      0)
  end
  return out
end

local piece = 0.005 -- s
local known = { [0] = { 0, 0, perp.number(v0), perp.number(v0) } }

local function motion(t)
  local n = math.floor(t / piece)
  for i = #known + 1, n do
    known[i] = onward(known[i - 1], piece)
  end
  return t > n * piece and onward(known[n], t - n * piece) or known[n]
end

return {
  system = system,
  scheme = "theta",
  theta = perp.param("theta", 0, "weight of the old value, 0 to 1"),
  h = perp.param("h", ratio(1, 1000), "step, s"),
  T = perp.param("T", 1, "duration, s"),
  q = { 0, 0 }, v = { v0, v0 },
  reference = function(t)
    local y = motion(t)
    return { q = { y[1], y[2] }, v = { y[3], y[4] } }
  end,
  figures = function(run)
    local pull, at = {}, {}
    for i = 2, #run.t do
      at[i - 1] = run.t[i]
      pull[i - 1] = run["cs.spring"][i] / (run.t[i] - run.t[i - 1])
    end
    return { { name = "quarter_car", title = "A wheel and what it carries",
      panels = {
        { xlabel = "t (s)", ylabel = "height (m)", series = {
          { x = run.t, y = run["q.w"], label = "wheel" },
          { x = run.t, y = run["q.b"], label = "body" } } },
        { xlabel = "t (s)", ylabel = "force (N)", series = {
          { x = run.t, y = run["lam.tyre.n"], style = "steps", label = "tyre" },
          { x = at, y = pull, label = "spring" } } },
        { xlabel = "t (s)", ylabel = "energy (J)", series = {
          { x = run.t, y = run.kinetic, label = "kinetic" },
          { x = run.t, y = run.elastic, label = "of spring and tyre" } } },
      } } }
  end,
}
