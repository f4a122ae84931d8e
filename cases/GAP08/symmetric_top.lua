--- # A symmetric top, free
--
--- Euler's equations of a body with two equal inertias have a solution in closed
--- form: the axis keeps its rate, and the rest of the angular velocity goes
--- around it with the rate r = (I3 - I1) w3 / I1. The coordinates here are the
--- integrals of the rates in the body, which is all that a comparison of
--- velocities needs. The Coriolis matrix F = [I w]x is frozen at the old velocity
--- (4.2), so alpha = 1/2 keeps the energy to the last bits and is of first order
--- all the same (erratum 0-49).
--
---     perp converge cases/GAP08/symmetric_top.lua --h 0.04,0.02,0.01,0.005

local perp = require "perp"
local I1 = perp.param("I1", 1, "two equal inertias, kg m^2")
local I3 = perp.param("I3", 2, "that of the axis, kg m^2")
local w1 = perp.param("w1", 0.5, "initial rate across the axis, rad/s")
local w3 = perp.param("w3", 1, "rate about the axis, rad/s")
local r = (I3 - I1) * w3 / I1

local system = perp.system {
  coordinates = { "a", "b", "c" },
  mass = function() return { { I1, 0, 0 }, { 0, I1, 0 }, { 0, 0, I3 } } end,
  coriolis = function(q, v)
    local x, y, z = I1 * v.a, I1 * v.b, I3 * v.c
    return { { 0, -z, y }, { z, 0, -x }, { -y, x, 0 } }
  end,
}

return {
  system = system,
  alpha = perp.param("alpha", 0.5, "weight of the new velocity"),
  h = perp.param("h", 0.01, "step, s"),
  T = perp.param("T", 4, "duration, s"),
  q = { 0, 0, 0 }, v = { w1, 0, w3 },
  reference = function(t)
    local c, s = math.cos(r * t), math.sin(r * t)
    return { q = { w1 * s / r, w1 * (1 - c) / r, w3 * t },
      v = { w1 * c, w1 * s, w3 } }
  end,
  figures = function(run)
    return { { name = "symmetric_top", title = "A symmetric top", panels = {
      { xlabel = "t (s)", ylabel = "w (rad/s)", series = {
        { x = run.t, y = run["v.a"], label = "w_{1}" },
        { x = run.t, y = run["v.b"], label = "w_{2}" },
        { x = run.t, y = run["v.c"], label = "w_{3}" } } } } } }
  end,
}
