-- expect 3 | most_collisions = 1.5 | whole number
local perp = require "perp"
return {
  system = perp.system {
    coordinates = { "x", "y" },
    mass = function() return { { 1, 0 }, { 0, 1 } } end,
    force = function() return { 0, -9.81 } end,
    contacts = function(q, v)
      return { { name = "ground", gap = q.y, slips = { v.x }, mu = 0.5 },
        { name = "stair", gap = q.y - 0.5 + q.x, slips = {}, mu = 0 } }
    end,
  },
  h = 0.01, T = 1, q = { x = 0, y = 1 }, most_collisions = 1.5,
  v = { x = 1, y = 0 },
}
