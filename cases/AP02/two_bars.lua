--- # Two bars that fall
---
--- Figures 2, 7 and 8: a vertical bar, a second one hinged to its upper end, a
--- spring and a damper between the centres. Both bars have length 2, mass 1 and
--- moment of inertia 1 (the paper's number; a homogeneous bar would have 1/3).
--- The paper does not draw the start to the last detail. Reading A: the joint is
--- on top at (0, 2), the vertical bar stands on the table at the origin, the
--- second leans out to +x, pi/3 from the first. Then the half lengths make the
--- distance of the centres exactly 1, the spring's rest length: it starts at
--- equilibrium, as Theorem 2.6 wants. Reading B: the joint is on the table and
--- both bars stand up from it.

local perp = require "perp"
local mu = perp.param("mu", 0.2, "friction on the table")
local damping = perp.param("damping", 1e6, "of the damper, N s/m")
local k = perp.param("k", 100, "stiffness of the spring, N/m")
local h = perp.param("h", 0.01, "step, s")
local T = perp.param("T", 10, "duration, s")
local project = perp.param("project", "contacts",
  "none, joints, contacts or full: AP02 (46)")
local reading = perp.param("reading", "A", "of the start, A or B")
local g = 9.81

--- The end of bar i with sign +1 or -1 along its angle.
local function tip(q, i, sign)
  local x, y, th = q["x" .. i], q["y" .. i], q["th" .. i]
  return x + sign * perp.cos(th), y + sign * perp.sin(th)
end

--- A point of bar i touches the table: its height, and its velocity along it.
local function touch(name, q, v, i, sign)
  local _, y = tip(q, i, sign)
  return { name = name, gap = y, mu = mu,
    slips = { v["x" .. i] - sign * perp.sin(q["th" .. i]) * v["th" .. i] } }
end

local system = perp.system {
  coordinates = { "x1", "y1", "th1", "x2", "y2", "th2" },
  mass = { { 1, 0, 0, 0, 0, 0 }, { 0, 1, 0, 0, 0, 0 }, { 0, 0, 1, 0, 0, 0 },
    { 0, 0, 0, 1, 0, 0 }, { 0, 0, 0, 0, 1, 0 }, { 0, 0, 0, 0, 0, 1 } },
  force = { 0, -g, 0, 0, -g, 0 },
  joints = function(q)
    local ax, ay = tip(q, 1, 1)
    local bx, by = tip(q, 2, -1)
    return { { name = "x", bx - ax }, { name = "y", by - ay } }
  end,
  springs = function(q)
    local dx, dy = q.x2 - q.x1, q.y2 - q.y1
    return { { name = "centres", stiffness = k, damping = damping,
      elongation = perp.sqrt(dx * dx + dy * dy) - 1 } }
  end,
  contacts = function(q, v)
    return { touch("foot", q, v, 1, -1), touch("joint", q, v, 1, 1),
      touch("tip", q, v, 2, 1) }
  end,
  measures = function(q)
    local jx, jy = tip(q, 1, 1)
    return { { name = "jx", jx }, { name = "jy", jy } }
  end,
}

--- The start: the joint, and the angle of each bar away from it.
local starts = {
  A = { 0, 2, -math.pi / 2, -math.pi / 6 },
  B = { 0, 0, math.pi / 2, math.pi / 6 },
}
local start = starts[reading] or
  error("reading is 'A' or 'B', not '" .. tostring(reading) .. "'")
local x, y, first, second = table.unpack(start)
local function away(angle)
  return x + math.cos(angle), y + math.sin(angle), angle
end
local x1, y1, th1 = away(first)
local x2, y2, th2 = away(second)

return {
  system = system, scheme = "linear-implicit", h = h, T = T, project = project,
  q = { x1 = x1, y1 = y1, th1 = th1 + math.pi, x2 = x2, y2 = y2, th2 = th2 },
  v = { 0, 0, 0, 0, 0, 0 },
}
