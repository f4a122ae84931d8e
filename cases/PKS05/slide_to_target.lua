local perp = require "perp"
local mu = perp.param("mu", 0.3, "friction coefficient")
local kt = perp.param("kt", 5000, "tangential stiffness, N/m")
local ct = perp.param("ct", 50, "tangential damping, N s/m")
local target = perp.param("target", 1, "where it comes to rest, m")
local m, g, kn = 1, 10, 10000
local T = perp.param("T", 1.5, "duration, s")
local system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { m, 0 }, { 0, m } } end,
  force = function() return { 0, -m * g } end,
  contacts = function(q, v)
    return { { name = "floor", gap = q.y, slips = { v.x }, mu = mu,
      stiffness = { kn, kt }, damping = { 100, ct } } }
  end,
}
return { system = system, scheme = "theta",
  h = perp.param("h", 1e-3, "step, s"), T = T,
  q = { 0, -m * g / kn }, v = { 1, 0 },
  delta = { floor = m * g / kn },
  ends = {
    { final = { ["q.x"] = 1 }, value = target },
    { start = { ["v.y"] = 1 }, value = 0 },
    method = perp.param("method", "any", "any, secant or newton"),
  } }
