--- # A point in a corner
--
--- Shows P10 (angle), (Newton).
--
--- Two walls meet at the origin: `floor`, x2 >= 0, and `wall`, n2.x >= 0. The
--- point starts at -u + (offset, 0) with the velocity u, so that for offset = 0
--- it meets both walls at once, at t = 1.
---
---     angle     n2            u         the angle condition
---     obtuse    (4/5, 3/5)    (-1,-2)   violated for every e
---     acute     (4/5,-3/5)    (-2,-1)   holds for e = 0, violated for e > 0
---     right     (1, 0)        (-1,-2)   holds
---     metric    (2, 1)        (-1,-2)   holds: M = ((2,1),(1,2)), and the walls
---                                       are orthogonal in the metric of M
---
--- Where the condition holds, the outcome does not depend on which wall is met
--- first, and a small offset changes it little. Where it is violated, a hit
--- from the left, from the right and of the vertex itself have three different
--- outcomes; and while h is not small against the offset the computed one may
--- be a fourth. All of them are rational.

local perp = require "perp"
local ratio = perp.ratio
local angle = perp.param("angle", "right", "obtuse, acute, right or metric")
local offset = perp.param("offset", ratio(0), "how far beside the vertex, m")

local shapes = {
  obtuse = { n = { ratio(4, 5), ratio(3, 5) }, u = { -1, -2 } },
  acute = { n = { ratio(4, 5), ratio(-3, 5) }, u = { -2, -1 } },
  right = { n = { 1, 0 }, u = { -1, -2 } },
  metric = { n = { 2, 1 }, u = { -1, -2 }, M = { { 2, 1 }, { 1, 2 } } },
}
local shape = shapes[angle] or
  error("angle is obtuse, acute, right or metric, not " .. angle, 0)
local n, u = shape.n, shape.u

local system = perp.system {
  coordinates = { "x1", "x2" },
  mass = function() return shape.M or { { 1, 0 }, { 0, 1 } } end,
  contacts = function(q)
    return { { name = "floor", gap = q.x2 },
      { name = "wall", gap = n[1] * q.x1 + n[2] * q.x2 } }
  end,
}

local function point(shift)
  return { -u[1] + shift, -u[2] }
end

local e = perp.param("e", ratio(0), "restitution, 0 to 1")
local h = perp.param("h", ratio(1, 100), "step, s")
local T = perp.param("T", 2, "duration, s")

--- The outcome against the offset, one run for each.
local function outcomes()
  local at, first, second = {}, {}, {}
  for i = -40, 40 do
    local shift = perp.number(i) / 160
    local run = perp.simulate { name = "offset" .. i, system = system,
      scheme = "paoli", e = e, h = h, T = T, q = point(shift), v = u }
    local last = #run.t
    at[#at + 1], first[#first + 1] = shift, run["v.x1"][last]
    second[#second + 1] = run["v.x2"][last]
  end
  return { name = "corner_offset", title = "Outcome against the offset",
    panels = { { xlabel = "offset (m)", ylabel = "velocity after (m/s)",
      series = {
        { x = at, y = first, style = "marked", label = "x1" },
        { x = at, y = second, style = "marked", label = "x2" } } } } }
end

local sweep = perp.param("sweep", false, "run and draw 81 offsets too")

return {
  system = system,
  scheme = "paoli",
  e = e, h = h, T = T,
  q = point(offset), v = u,
  figures = function(run)
    return { { name = "corner", title = "A point in a corner", panels = {
      { x = run["q.x1"], y = run["q.x2"], style = "marked", equal = true,
        xlabel = "x1 (m)", ylabel = "x2 (m)" } } }, sweep and outcomes() or nil }
  end,
}
