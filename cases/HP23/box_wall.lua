--- # A box that slides into a wall
--
--- Shows HP23 (Fig5), (Fig11).
--
--- The box slides on its corner A when B hits the wall. At once, law (31) stops
--- it; B before A lifts B off the wall, while A goes on sliding.
--
---     perp impact box_wall.lua --all --plot .
---     perp impact box_wall.lua --law sequential --order B,A
---     perp reach box_wall.lua --samples 32768 --plot .
---     perp reach box_wall.lua --outer --plot .
--
--- With exact=true the box leans by the angle with the cosine 7/25 and all data are
--- rational; then the geometry is that of the start to first order, which is what
--- an impact sees, and th counts from there.
--
---     perp impact box_wall.lua --all --rational --set exact=true
--
--- The wall's tangent points down, so that (tangent, normal) has the same
--- orientation as on the floor.

local perp = require "perp"
local lagrange = require "perp.lagrange"
local side = perp.param("side", 1, "side of the box, m")
local mass = perp.param("mass", 1, "mass, kg")
local mu = perp.param("mu", 1, "coefficient of friction")
local tilt = perp.param("tilt", 10, "between the box and the wall, degrees")
local v0 = perp.param("v0", 1, "speed, m/s")
local inertia = perp.ratio(1, 6) * mass * side * side
local exact = perp.param("exact", false, "rational data, for an impact")
local th = exact and 0 or (90 - tilt) * math.pi / 180

local function angle(x)
  if exact then
    local c, s = perp.ratio(7, 25), perp.ratio(24, 25)
    return c - s * x, s + c * x
  end
  return perp.cos(x), perp.sin(x)
end

local c, s = angle(th)
local reach = side * (s + c) / 2 -- from the centre to the floor and the wall

local function corner(q, x, y)
  local c, s = angle(q.th)
  return q.x + c * x - s * y, q.y + s * x + c * y
end

local system = lagrange.system {
  coordinates = { "x", "y", "th" },
  kinetic = function(q, v)
    return (mass * (v.x * v.x + v.y * v.y) + inertia * v.th * v.th) / 2
  end,
  potential = function(q) return 9.81 * mass * q.y end,
  contacts = function(q, v)
    local ax, ay = corner(q, -side / 2, -side / 2)
    local bx, by = corner(q, side / 2, -side / 2)
    return {
      { name = "A", gap = ay, mu = mu,
        slips = { perp.tangent({ ax }, q, v)[1] } },
      { name = "B", gap = reach - bx, mu = mu,
        slips = { -perp.tangent({ by }, q, v)[1] } } }
  end,
  draw = function(q)
    local line, x, y = { "line" }, {}, {}
    for i, s in ipairs { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } } do
      x[i], y[i] = corner(q, s[1] * side / 2, s[2] * side / 2)
    end
    for _, i in ipairs { 1, 2, 3, 4, 1 } do
      table.insert(line, x[i])
      table.insert(line, y[i])
    end
    return { line, { "line", -1.2 * reach, 0, reach, 0, reach, 1.8 * reach },
      { "push", "A", x[1], y[1], 0, 1 }, { "push", "B", x[2], y[2], -1, 0 } }
  end,
}

return { system = system, h = 0.001, T = 0.01,
  impact = { h = 2, N = 5, samples = 2 ^ 18 },
  q = { x = 0, y = reach, th = th }, v = { x = v0, y = 0, th = 0 } }
