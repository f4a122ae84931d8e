-- expect 3 | 'force' recorded something else | never equal
--
-- How many arguments a function with dots sees, it does not say: it sees all.
local perp = require "perp"
local system = perp.system {
  coordinates = { "x" },
  mass = function() return { { 1 } } end,
  force = function(...)
    local q = select(2, ...)
    if q.x == 3 then return { 1 } end
    return { 0 }
  end,
}
return { system = system, h = 0.1, T = 1, q = { 1 }, v = { 0 } }
