-- expect 3 | :5: attempt to index a boolean value
--
local perp = require "perp"
local function force(t, q)
  getmetatable(q.x).__add(1, 2)
  return { 0 }
end
return { system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end, force = force },
  h = 1, T = 1, q = { 0 }, v = { 0 } }
