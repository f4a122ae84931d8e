-- expect 3 | moreau | in doubles only
-- options --rational
local perp = require "perp"
local system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end,
  contacts = function(q) return { { name = "floor", gap = q.x } } end }
return { system = system, scheme = "moreau", h = 0.01, T = 0.1, q = { 1 }, v = { 0 } }
