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

--- ## The motion itself
---
--- Straight from wall to wall; at one wall, and at the vertex, (Newton): u+ = -e u +
--- (1 + e) proj(u) on the cone of the walls that are met, in the metric of M. All of
--- it in coordinates in which M is the identity would be shorter; this is by pairs.
local function dot(a, b) return a[1] * b[1] + a[2] * b[2] end

local function normal(shape)
  return { perp.number(shape.n[1]), perp.number(shape.n[2]) }
end

local function lift(shape, n) -- M^{-1} n
  local M = shape.M or { { 1, 0 }, { 0, 1 } }
  local det = M[1][1] * M[2][2] - M[1][2] * M[2][1]
  return { (M[2][2] * n[1] - M[1][2] * n[2]) / det,
    (M[1][1] * n[2] - M[2][1] * n[1]) / det }
end

--- The projection of u on {n.w >= 0} for the walls: u itself, or on one of them, or 0.
local function projected(shape, u, walls)
  local function fine(w)
    for _, n in ipairs(walls) do
      if dot(n, w) < -1e-12 then return false end
    end
    return true
  end
  if fine(u) then return u end
  for _, n in ipairs(walls) do
    local up = lift(shape, n)
    local share = -dot(n, u) / dot(n, up)
    local w = { u[1] + share * up[1], u[2] + share * up[2] }
    if share > 0 and fine(w) then return w end
  end
  return { 0, 0 }
end

local function motion(shape, shift, t)
  local walls, bounce = { { 0, 1 }, normal(shape) }, perp.number(e)
  local x = point(shape, shift)
  x = { perp.number(x[1]), perp.number(x[2]) }
  local u = { perp.number(shape.u[1]), perp.number(shape.u[2]) }
  local left = t
  for _ = 1, 200 do
    local wait, met = math.huge, {}
    for _, n in ipairs(walls) do
      local s = dot(n, u) < -1e-12 and math.max(0, -dot(n, x) / dot(n, u)) or
        math.huge
      if s < wait - 1e-12 then wait, met = s, {} end
      if s <= wait + 1e-12 and s < math.huge then met[#met + 1] = n end
    end
    local s = math.min(wait, left)
    x, left = { x[1] + s * u[1], x[2] + s * u[2] }, left - s
    if wait > s or #met == 0 then break end
    if math.abs(dot(walls[1], x)) + math.abs(dot(walls[2], x)) < 1e-12 then
      met = walls -- the vertex itself
    end
    local w = projected(shape, u, met)
    u = { -bounce * u[1] + (1 + bounce) * w[1], -bounce * u[2] +
      (1 + bounce) * w[2] }
  end
  return { q = x, v = u }
end

--- The outcome against the offset: for each shape 41 runs from -1/8 to 1/8, with
--- h/4, so that the offsets that h does not resolve are few.
--- Speeds below 1e-12, what rounding leaves of a velocity that is 0, are drawn
--- as 0. The law's are lines, and dots at the vertex.
local function outcome_panel(name)
  local shape, at, first, second = shapes[name], {}, {}, {}
  local x, law = {}, { {}, {} } -- with gaps beside the vertex
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
    local exact = motion(shape, shift, perp.number(T)).v
    local gap = (i == 0 or i == 1) and { 0 / 0, 0 / 0 } or nil
    for _, v in ipairs { gap or exact, gap and exact } do
      x[#x + 1] = i / 160
      law[1][#x], law[2][#x] = v[1], v[2]
    end
  end
  return { title = name, xlabel = "offset (m)", ylabel = "velocity after (m/s)",
    ylim = { -3, 3 }, series = {
      { x = at, y = first, style = "points", label = "x_{1}" },
      { x = at, y = second, style = "points", label = "x_{2}" },
      { x = x, y = law[1], color = 8, dash = true, label = "law" },
      { x = x, y = law[2], color = 8, dash = true } } }
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
  reference = function(t) return motion(shapes[angle], offset, t) end,
  figures = function(run)
    local n2 = normal(shapes[angle]) -- both walls, a metre long, from end to end
    local n = math.sqrt(dot(n2, n2))
    local x, y = { 1, 0, -n2[2] / n }, { 0, 0, n2[1] / n }
    local q = { x = { run["q.x1"][1] }, y = { run["q.x2"][1] } }
    return { { name = "corner", title = "A point in a corner", height = 300,
      panels = { { equal = true, xlabel = "x_{1} (m)", ylabel = "x_{2} (m)",
        series = {
          { x = x, y = y, color = "light", width = 3, label = "walls" },
          { x = run["q.x1"], y = run["q.x2"], color = 1, label = "computed" },
          { x = q.x, y = q.y, style = "points", color = 1, label = "start" } } } } },
      sweep and outcomes() or nil }
  end,
}
