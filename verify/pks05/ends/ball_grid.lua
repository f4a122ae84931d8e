--- A ball that is thrown up, or bounced, to be 1/20 m above the floor after 0.2 s: the
--- starts that a grid shows, with a drag that no fractions could follow piece by piece.
local perp = require "perp"

return { scheme = "theta", h = 1 / 50, T = 0.2, q = { 0.1 }, v = { 2 },
  system = perp.system { coordinates = { "y" }, mass = { { 1 } },
    force = function(t, q, v) return { -10 - v.y * perp.abs(v.y) / 10 } end,
    contacts = function(q)
      return { { name = "floor", gap = q.y, stiffness = 1000, damping = 10 } }
    end },
  ends = { { final = { ["q.y"] = 1 }, value = perp.ratio(1, 20) }, method = "grid",
    from = -20, to = 10, cells = 60 } }
