-- expect 3 | :7: e = 1.125; 0 <= e <= 1 is wanted
--
local perp = require "perp"
local system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end,
  contacts = function(q) return { { name = "floor", gap = q.x } } end }
return { system = system, scheme = "linear-implicit", e = perp.ratio(9, 8), h = 0.01, T = 0.1, q = { 1 }, v = { 0 } }
