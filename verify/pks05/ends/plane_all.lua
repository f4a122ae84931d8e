--- A point that shall be 1/20 m above the floor after 0.2 s, and twice as high by
--- twice the number: both ends say the same, and the starts are lines of a plane.
local perp = require "perp"

return { scheme = "theta", h = 1 / 20, T = 0.2, q = { 0, 0.1 }, v = { 0, 2 },
  system = perp.system { coordinates = { "x", "y" }, mass = { { 1, 0 }, { 0, 1 } },
    force = { 0, -10 }, contacts = function(q, v)
      return { { name = "floor", gap = q.y, slips = { v.x }, mu = 0.5,
        stiffness = { 1000, 1000 }, damping = { 10, 10 } } }
    end },
  ends = { { final = { ["q.y"] = 1 }, value = perp.ratio(1, 20) },
    { final = { ["q.y"] = 2 }, value = perp.ratio(1, 10) }, method = "all" } }
