-- expect 3 | :8: step 1 | springs and dampers: division by zero | the ends of a spring must not meet
--
local perp = require "perp"
local system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  springs = function(q)
    return { { name = "s", elongation = perp.sqrt(q.x^2 + q.y^2) - 1,
      stiffness = 100 } }
  end,
}
return { system = system, scheme = "linear-implicit", h = 0.01, T = 0.1,
  q = { 0, 0 }, v = { 1, 0 } }
