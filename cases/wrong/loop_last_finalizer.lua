-- expect 5 | the scene still runs after 0.3 s of CPU time
-- options --scene-seconds 0.3
setmetatable({}, { __gc = function() while true do end end })
local perp = require "perp"
local system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  force = function() return { 0, -9.81 } end,
  contacts = function(q, v)
    return {
      { name = "floor", gap = q.y, slips = { v.x }, mu = 0.5 },
      { name = "wall", gap = 5 - q.x, mu = 0 },
    }
  end,
}
return { system = system, h = 0.01, T = 0.1, q = { 0, 0 }, v = { 1, 0 } }
