--- # Ten steps, some with several solutions
--
--- The point of `cases/PKS05/nonunique_step.lua` on its floor, which couples normal and
--- tangent strongly, with a push that changes its sign: what a step finds depends on the
--- force that it begins at.
local perp = require "perp"
local ratio = perp.ratio
local half = { { ratio(5, 2), -1 }, { -1, ratio(1, 2) } }
local bt = perp.param("bt", 4, "velocity along, m/s")

return {
  system = perp.system {
    coordinates = { "x", "y" },
    mass = function() return { { 1, 0 }, { 0, 1 } } end,
    force = function(t, q, v)
      return { 4 * perp.sin(2 * t) - v.x, -1 - q.y - v.y }
    end,
    contacts = function(q, v)
      return { { name = "floor", gap = q.y, slips = { v.x }, mu = 1,
        stiffness = half, damping = half } }
    end,
  },
  scheme = "theta", theta = perp.param("theta", 1, "weight of the old velocity"),
  h = perp.param("h", 1, "step, s"), T = perp.param("T", 10, "duration, s"),
  q = { 0, 0 }, v = { bt, 1 },
}
