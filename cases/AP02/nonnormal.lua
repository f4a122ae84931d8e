--- # A matrix that is stable and not positive definite
---
--- Section 2.2 of AP02 asks for which steps the theorems hold and gives the
--- matrix [[1, 100], [0, 1]]: its eigenvalues are one, its symmetric part is
--- indefinite. As a system it is two unit masses, the first of which feels -100
--- times the velocity of the second; then
---
---     M-hat = M - h dk/dv = [[1, 100 h], [0, 1]],
---
--- positive definite while 50 h < 1. Ask for more, and the answer names the
--- largest h:
---
---     perp run cases/AP02/nonnormal.lua --set h=0.02

local perp = require "perp"

return {
  system = perp.system {
    coordinates = { "x", "y" },
    mass = { { 1, 0 }, { 0, 1 } },
    force = function(t, q, v) return { -100 * v.y, 0 } end,
  },
  scheme = "linear-implicit",
  h = perp.param("h", 0.019, "step, s"),
  T = perp.param("T", 0.2, "duration, s"),
  q = { 0, 0 }, v = { 0, 1 },
  reference = function(t) return { q = { -50 * t * t, t }, v = { -100 * t, 1 } } end,
}
