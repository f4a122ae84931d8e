-- expect 3 | --rational wants gaps of sums, products and quotients | x*x >= R*R
-- options --rational
local perp = require "perp"
local system = perp.system { coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  contacts = function(q) return { { name = "disc", gap = perp.sqrt(q.x * q.x + q.y * q.y) - 1 } } end }
return { system = system, scheme = "paoli", h = 0.125, T = 2, q = { 2, 0 }, v = { -1, 0 } }
