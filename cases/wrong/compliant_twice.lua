-- expect 3 | stiffness and damping stand at the contacts and in compliance
--
local perp = require "perp"
local system = perp.system {
  coordinates = { "y" },
  mass = function() return { { 1 } } end,
  contacts = function(q)
    return { { name = "floor", gap = q.y, stiffness = 100, damping = 1 } }
  end,
  compliance = { K = { { 1 } }, C = { { 1 } } },
}
return { system = system, scheme = "theta", h = 0.01, T = 0.1, q = { 0 }, v = { 1 } }
