--- # A point that is pressed on its walls in each step
---
--- `floor`: one plane. `corner`: two, at no right angle, which violates the angle
--- condition; zero is a point of neither. `bowl`: the inside of a circle. `hole`: a force that has no value where the
--- point begins, and has one in the middle of its first step.
local perp = require "perp"
local ratio = perp.ratio
local shape = perp.param("shape", "floor", "floor, corner, bowl or hole")

local walls = {
  floor = function(q) return { { name = "one", gap = q.y + q.x / 4 - 1 } } end,
  corner = function(q)
    return { { name = "one", gap = q.y + q.x / 4 - 1 },
      { name = "two", gap = q.y - q.x / 2 - 1 } }
  end,
  bowl = function(q) return { { name = "one", gap = 1 - q.x ^ 2 - q.y ^ 2 } } end,
  hole = function(q) return { { name = "one", gap = 2 - q.x } } end,
}
local forces = {
  floor = { 1, -10 }, corner = { 1, -10 }, bowl = { 1, -10 },
}

return {
  system = perp.system {
    coordinates = { "x", "y" },
    mass = function() return { { 1, ratio(1, 4) }, { ratio(1, 4), 2 } } end,
    force = function(_, q)
      return forces[shape] or { ratio(1, 8) / q.x, 0 }
    end,
    contacts = walls[shape],
  },
  scheme = "paoli", e = perp.param("e", ratio(1, 2), "restitution"),
  h = ratio(1, 16), T = perp.param("T", ratio(3, 4), "duration, s"),
  q = { 0, ({ floor = 1, corner = 1, bowl = -1, hole = 0 })[shape] }, v = { ({ floor = 0, corner = 0, bowl = 6, hole = 1 })[shape], 0 },
}
