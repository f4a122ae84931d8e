-- expect 3 | :6: unknown key 'forse' in perp.system (did you mean 'force'?); in line 8 'contact' (did you mean 'contacts'?)
--
local perp = require "perp"
local system = perp.system {
  coordinates = { "x", "y" },
  forse = function() return { 1, -9.81 } end,
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  contact = function(q) return { { name = "floor", gap = q.y } } end,
}
return { system = system, h = 0.1, T = 1, q = { 0, 0 }, v = { 0, 0 } }
