--- # A ball that spins on an elastic floor
--
--- Shows PKS05 (5), (7), (16).
--
--- A ball turns about the vertical on a floor that is the surface of an elastic
--- half-space, n by n elements of it with one full stiffness matrix. Coulomb's law
--- at a point knows no moment; over a patch it has one. Where every element slips,
--- element i resists with mu lambda_i at the distance rho_i from the axis, so the
--- moment is mu sum lambda_i rho_i, and the spin falls along a straight line. With
--- Hertz's pressure on a disc of radius a, a^3 = 3 m g R / (4 E*), E* = E/(1 -
--- nu^2), it is (3 pi/16) mu m g a. The patch's own pressure tends to Hertz's with n.
---
---     perp run cases/PKS05/spinning_ball.lua --plot figures
---     perp run cases/PKS05/spinning_ball.lua --set n=8 --set poisson=1/3

local perp = require "perp"
local patch = require "perp.patch"
local number = perp.number
local n = perp.param("n", 5, "elements each way")
local mu = perp.param("mu", 0.3, "coefficient of friction")
local m = perp.param("m", 1, "mass, kg")
local g = perp.param("g", 10, "gravity, m/s^2")
local R = perp.param("R", 0.1, "radius, m")
local modulus = perp.param("modulus", 1e5, "E, Pa")
local nu = perp.param("poisson", 1/2, "Poisson's number, 0 to 1/2")
local damping = perp.param("damping", 0.02, "damping over stiffness, s")
local spin = perp.param("spin", 40, "at the start, rad/s")

local load = number(m) * number(g)
local hertz = (3 * load * number(R) * (1 - number(nu) ^ 2) / number(modulus) /
  4) ^ (1 / 3)
local moment = 3 * math.pi / 16 * number(mu) * load * hertz
local inertia = 2 / 5 * number(m) * number(R) ^ 2

local floor = patch.half_space { n = n, side = 2.4 * hertz,
  modulus = modulus, poisson = nu, damping = damping }

local system = perp.system {
  coordinates = { "z", "c" },
  mass = function() return { { m, 0 }, { 0, 2 * m * R * R / 5 } } end,
  force = function() return { -m * g, 0 } end,
  contacts = function(q, v)
    return floor.contacts(function(x, y)
      return { gap = q.z - math.sqrt(number(R) ^ 2 - x * x - y * y), mu = mu,
        slips = { -y * v.c, x * v.c } }
    end)
  end,
  compliance = floor.compliance,
}

return {
  system = system,
  scheme = "theta",
  theta = perp.param("theta", 0, "weight of the old value, 0 to 1"),
  h = perp.param("h", 0.005, "step, s"),
  T = perp.param("T", 0.5, "duration, s"),
  q = { z = R, c = 0 },
  v = { 0, spin },
  figures = function(run)
    local at, of, line, hertzian = {}, {}, {}, {}
    for i = 2, #run.t do
      at[i - 1] = run.t[i]
      of[i - 1] = -inertia * (run["v.c"][i] - run["v.c"][i - 1]) /
        (run.t[i] - run.t[i - 1])
      hertzian[i - 1] = moment
    end
    local last = #run.t
    for i = 1, last do
      line[i] = run["v.c"][last] + moment / inertia * (run.t[last] - run.t[i])
    end
    return { { name = "spinning_ball", title = "Friction that bores",
      panels = {
        { xlabel = "t (s)", ylabel = "\u{3c9} (rad/s)", series = {
          { x = run.t, y = run["v.c"], label = "computed" },
          { x = run.t, y = line, dash = true, label = "Hertz's slope" } } },
        { xlabel = "t (s)", ylabel = "moment (N m)", series = {
          { x = at, y = of, label = "computed" },
          { x = at, y = hertzian, dash = true, label = "Hertz" } } },
      } } }
  end,
}
