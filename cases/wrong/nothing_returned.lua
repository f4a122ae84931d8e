-- expect 3 | nothing_returned.lua: the scene returns nothing
--
local perp = require "perp"
