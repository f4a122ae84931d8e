-- expect 3 | 'force' recorded something else | never equal
--
-- The last of the arguments that the function names, and no other value of it, is
-- the one that matters.
local perp = require "perp"
local system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  force = function(t, q)
    return { 0, q.y == 7.25 and 1 or 0 }
  end,
}
return { system = system, h = 0.1, T = 1, q = { 1, 1 }, v = { 0, 0 } }
