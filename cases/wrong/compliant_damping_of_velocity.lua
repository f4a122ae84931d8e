-- expect 3 | the damping of the contacts depends on the velocity or the time
--
local perp = require "perp"
local system = perp.system {
  coordinates = { "y" },
  mass = function() return { { 1 } } end,
  contacts = function(q, v)
    return { { name = "floor", gap = q.y, stiffness = 100,
      damping = 1 + v.y * v.y } }
  end,
}
return { system = system, scheme = "theta", h = 0.01, T = 0.1, q = { 0 }, v = { 1 } }
