-- expect 3 | :4: the experiment has no system
--
local perp = require "perp"
return { h = 0.01, T = 1, q = { 0 }, v = { 0 } }
