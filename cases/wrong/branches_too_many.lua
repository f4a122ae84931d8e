-- expect 5 | more than 1 run; | --depth
-- options --branches 1
local perp = require "perp"
local system = perp.system { coordinates = { "x", "y" },
  mass = { { 1, 0 }, { 0, 1 } }, contacts = function(q) return {
    { name = "A", gap = q.y }, { name = "B", gap = 3 * q.y + 4 * q.x } } end }
return { system = system, h = 1, T = 1, q = { 0, 0 }, v = { -1, -1 },
  impact = { law = "sequential" } }
