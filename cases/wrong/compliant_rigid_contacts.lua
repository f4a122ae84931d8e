-- expect 3 | :4: the contacts do not yield; the scheme theta wants
--
local perp = require "perp"
local system = perp.system {
  coordinates = { "y" },
  mass = function() return { { 1 } } end,
  contacts = function(q) return { { name = "floor", gap = q.y } } end,
}
return { system = system, scheme = "theta", h = 0.01, T = 0.1, q = { 0 }, v = { 1 } }
