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
---
--- With away=0 the point begins at the vertex, and the law itself answers:
---
---     perp impact cases/P10/corner.lua --set away=0 --law newton --rational

local perp = require "perp"
local ratio = perp.ratio
local angle = perp.param("angle", "right", "obtuse, acute, right or metric")
local offset = perp.param("offset", ratio(0), "how far beside the vertex, m")
local away = perp.param("away", 1, "flight before the vertex, s")

local shapes = {
  obtuse = { n = { ratio(4, 5), ratio(3, 5) }, u = { -1, -2 } },
  acute = { n = { ratio(4, 5), ratio(-3, 5) }, u = { -2, -1 } },
  right = { n = { 1, 0 }, u = { -1, -2 } },
  metric = { n = { 2, 1 }, u = { -1, -2 }, M = { { 2, 1 }, { 1, 2 } } },
}
if not shapes[angle] then
  error("angle is obtuse, acute, right or metric, not " .. angle, 0)
end

local function system_of(shape)
  return perp.system {
    coordinates = { "x1", "x2" },
    mass = function() return shape.M or { { 1, 0 }, { 0, 1 } } end,
    contacts = function(q)
      return { { name = "floor", gap = q.x2 },
        { name = "wall", gap = shape.n[1] * q.x1 + shape.n[2] * q.x2 } }
    end,
  }
end

local function point(shape, shift)
  return { -away * shape.u[1] + shift, -away * shape.u[2] }
end

local e = perp.param("e", ratio(1, 2), "restitution, 0 to 1")
local h = perp.param("h", ratio(1, 100), "step, s")
local T = perp.param("T", 2, "duration, s")
local sweep = perp.param("sweep", false, "draw outcome against offset, all angles")

--- The outcome against the offset: for each shape 41 runs from -1/8 to 1/8, with
--- h/4, so that the offsets that h does not resolve are few.
--- Speeds below 1e-12, what rounding leaves of a velocity that is 0, are drawn
--- as 0.
local function outcome_panel(name)
  local shape, at, first, second = shapes[name], {}, {}, {}
  local system = system_of(shape)
  local function shown(x)
    return math.abs(x) < 1e-12 and 0 or x
  end
  for i = -20, 20 do
    local shift = ratio(i, 160)
    local run = perp.simulate { name = name .. i, system = system,
      scheme = "paoli", e = e, h = h / 4, T = T, q = point(shape, shift),
      v = shape.u }
    local last = #run.t
    at[#at + 1], first[#first + 1] = i / 160, shown(run["v.x1"][last])
    second[#second + 1] = shown(run["v.x2"][last])
  end
  return { title = name, xlabel = "offset (m)", ylabel = "velocity after (m/s)",
    ylim = { -3, 3 }, series = {
      { x = at, y = first, style = "points", label = "x1" },
      { x = at, y = second, style = "points", label = "x2" } } }
end

local function outcomes()
  local panels = {}
  for i, name in ipairs { "obtuse", "acute", "right", "metric" } do
    panels[i] = outcome_panel(name)
  end
  return { name = "corner_offset", title = "Outcome against the offset",
    columns = 2, width = 800, panels = panels }
end

return {
  system = system_of(shapes[angle]),
  scheme = "paoli",
  e = e, h = h, T = T,
  q = point(shapes[angle], offset), v = shapes[angle].u,
  figures = function(run)
    return { { name = "corner", title = "A point in a corner", panels = {
      { x = run["q.x1"], y = run["q.x2"], style = "marked", equal = true,
        xlabel = "x1 (m)", ylabel = "x2 (m)" } } }, sweep and outcomes() or nil }
  end,
}
