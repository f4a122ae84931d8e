-- expect 4 | contradict | 5 'left' + 5 'right' is -1 | no small displacement
-- A disc of diameter 1 between walls that are 0.8 apart.
local perp = require "perp"
return {
  system = perp.system {
    coordinates = { "x", "y" },
    mass = { { 1, 0 }, { 0, 1 } },
    force = function() return { 0, -9.81 } end,
    contacts = function(q, v)
      return { { name = "left", gap = q.x - 0.5, slips = { v.y }, mu = 0.5 },
        { name = "right", gap = 0.75 - q.x - 0.45, slips = { v.y }, mu = 0.5 },
        { name = "ground", gap = q.y, slips = { v.x }, mu = 0 } }
    end,
  },
  h = 0.01, T = 1, q = { x = 0.4, y = 1 }, v = { 0, 0 },
}
