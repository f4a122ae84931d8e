-- expect 5 | :4: a ratio of more than
--
local perp = require "perp"
local x = perp.ratio(1, 3) ^ (1 << 40)
