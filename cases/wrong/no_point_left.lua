-- expect 4 | step 1 | no point to project on
--
local perp = require "perp"
local system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end,
  contacts = function(q) return { { name = "floor", gap = q.x },
    { name = "lid", gap = -1e-11 - q.x } } end }
return { system = system, scheme = "paoli", h = 0.01, T = 0.1, q = { 0 }, v = { 0 } }
