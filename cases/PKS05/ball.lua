local perp = require "perp"
local ratio = perp.ratio
local K = perp.param("K", 1000, "stiffness, N/m")
local C = perp.param("C", 10, "damping, N s/m")
local m = perp.param("m", 1, "mass, kg")
local g = perp.param("g", 10, "gravity, m/s^2")
local system = perp.system {
  coordinates = { "y" },
  mass = function() return { { m } } end,
  force = function() return { -m * g } end,
  contacts = function(q)
    return { { name = "floor", gap = q.y, stiffness = K, damping = C } }
  end,
}
return { system = system, scheme = "theta",
  theta = perp.param("theta", 0, "weight of the old value, 0 to 1"),
  h = perp.param("h", ratio(1, 1000), "step, s"),
  T = perp.param("T", 0.5, "duration, s"),
  q = { 0 }, v = { -1 } }
