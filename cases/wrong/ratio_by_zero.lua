-- expect 3 | :4: division of a ratio by zero
--
local perp = require "perp"
local x = perp.ratio(1, 0)
