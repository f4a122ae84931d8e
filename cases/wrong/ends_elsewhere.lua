-- expect 3 | ends is no parameter of the scheme 'alpha-gamma'
--
local perp = require "perp"
local system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end }
return { system = system, h = 0.01, T = 0.5, q = { 0 }, v = { 1 },
  ends = { { final = { ["q.x"] = 1 }, value = 2 } } }
