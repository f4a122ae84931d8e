-- expect 5 | more than 2000 do not fit
-- options --scene-seconds 1
local perp = require "perp"
local names = {}
for i = 1, 100000 do names[i] = "q" .. i end
perp.system { coordinates = names }
