-- expect 3 | the experiment: a table is wanted, got number
--
local perp = require "perp"
return 42
