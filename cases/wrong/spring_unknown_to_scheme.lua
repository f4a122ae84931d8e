-- expect 3 | the scheme 'paoli' does not know springs and dampers
--
local perp = require "perp"
local system = perp.system {
  coordinates = { "x" },
  mass = function() return { { 1 } } end,
  dampers = function(q)
    return { { name = "d", elongation = q.x, damping = 100 } }
  end,
}
return { system = system, scheme = "paoli", h = 0.01, T = 0.1, q = { 0 },
  v = { 1 } }
