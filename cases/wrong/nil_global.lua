-- expect 3 | :4: attempt to index a nil value (global 'foo')
--
local perp = require "perp"
foo.bar = 1
