-- expect 3 | law_unknown.lua:6 | impact.law | did you mean 'sequential'
local perp = require "perp"
local system = perp.system { coordinates = { "x" }, mass = { { 1 } },
  contacts = function(q) return { { name = "wall", gap = q.x } } end }
return { system = system, h = 0.1, T = 1, q = { 1 }, v = { -2 },
  impact = { law = "sequental" } }
