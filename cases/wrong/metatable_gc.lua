-- expect 3 | :6: attempt to index a boolean value
--
local perp = require "perp"
local function force(t, q)
  local recorder = require "perp.core".recorderof(q.x)
  getmetatable(recorder).__gc(recorder)
  return { q.x + 1 }
end
return { system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end, force = force },
  h = 1, T = 1, q = { 0 }, v = { 0 } }
