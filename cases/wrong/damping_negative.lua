-- expect 3 | :9: spring 1: damping = -3 is negative
--
local perp = require "perp"
local system = perp.system {
  coordinates = { "x" },
  mass = function() return { { 1 } } end,
  springs = function(q)
    return {
      { name = "s", elongation = q.x, stiffness = 1, damping = -3 },
    }
  end,
}
return { system = system, scheme = "linear-implicit", h = 0.01, T = 0.1,
  q = { 0 }, v = { 1 } }
