local perp = require "perp"
local damping = perp.param("damping", 20, "of the damper, N s/m")
local m1 = perp.param("m1", 1, "mass of the left body, kg")
local m2 = perp.param("m2", 1, "mass of the right body, kg")
local mu = perp.param("mu", 0.4, "friction on the table")
local h = perp.param("h", 0.05, "step, s")
local T = perp.param("T", 10, "duration, s")
local g = 9.81

local system = perp.system {
  coordinates = { "x1", "x2", "y1", "y2" },
  mass = { { m1, 0, 0, 0 }, { 0, m2, 0, 0 }, { 0, 0, m1, 0 }, { 0, 0, 0, m2 } },
  force = function(t)
    return { 20 * perp.cos(t), 0, -m1 * g, -m2 * g }
  end,
  dampers = function(q)
    return { { name = "damper", elongation = q.x2 - q.x1 - 3,
      damping = damping } }
  end,
  measures = function(q)
    return { { name = "x1", q.x1 }, { name = "x2", q.x2 } }
  end,
  contacts = function(q, v)
    return { { name = "left", gap = q.y1, slips = { v.x1 }, mu = mu },
      { name = "right", gap = q.y2, slips = { v.x2 }, mu = mu } }
  end,
}

return {
  system = system, scheme = "linear-implicit", h = h, T = T,
  q = { x1 = 0, x2 = 3, y1 = 0, y2 = 0 }, v = { 0, 0, 0, 0 },
}
