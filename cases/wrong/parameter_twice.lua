-- expect 3 | :5: the parameter 'a' is declared twice
--
local perp = require "perp"
perp.param("a", 1)
perp.param("a", 2)
