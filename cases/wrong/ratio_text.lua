-- expect 3 | :4: 
--
local perp = require "perp"
local x = perp.ratio("1/0")
