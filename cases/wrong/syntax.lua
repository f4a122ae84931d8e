-- expect 3 | :4: 
--
local perp = require "perp"
local x = = 1
