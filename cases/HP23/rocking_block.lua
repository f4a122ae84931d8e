--- # A block that falls flat on the ground
--
--- Shows HP23 (Fig1), (Fig9).
--
--- A slender block comes down on both lower corners at once. Law (31), asked for
--- both, brings it to rest. Asked for A and then B, B's impact lifts A again, at
--- 21 hundredths of the speed of the fall; B and then A is its mirror image.
--
---     perp impact rocking_block.lua --all --plot .
---     perp impact rocking_block.lua --law sequential --order A,B
---     perp impact rocking_block.lua --law sequential --order A,B --rational
---         --set v0=1
---     perp reach rocking_block.lua --plot .
---     perp reach rocking_block.lua --outer --plot .
--
--- A is the lower left corner, B the lower right one. The position and the
--- velocity of a corner are all that is written; the rest is derived.

local perp = require "perp"
local lagrange = require "perp.lagrange"
local width = perp.param("width", 1, "width of the block, m")
local height = perp.param("height", 2, "height of the block, m")
local mass = perp.param("mass", 1, "mass, kg")
local mu = perp.param("mu", 1, "coefficient of friction")
local v0 = perp.param("v0", perp.sqrt(2 * 9.81 * 0.01),
  "speed of the fall, m/s: by default that of 1 cm")
local inertia = perp.ratio(1, 12) * mass * (width * width + height * height)

local function corner(q, x, y)
  local c, s = perp.cos(q.th), perp.sin(q.th)
  return q.x + c * x - s * y, q.y + s * x + c * y
end

local function on_ground(name, x, y)
  return function(q, v)
    local px, py = corner(q, x, y)
    return { name = name, gap = py, mu = mu,
      slips = { perp.tangent({ px }, q, v)[1] } }
  end
end

local half = perp.ratio(1, 2)
local A = on_ground("A", -half * width, -half * height)
local B = on_ground("B", half * width, -half * height)

local system = lagrange.system {
  coordinates = { "x", "y", "th" },
  kinetic = function(q, v)
    return (mass * (v.x * v.x + v.y * v.y) + inertia * v.th * v.th) / 2
  end,
  potential = function(q) return 9.81 * mass * q.y end,
  contacts = function(q, v) return { A(q, v), B(q, v) } end,
  draw = function(q)
    local line, x, y = { "line" }, {}, {}
    for i, s in ipairs { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } } do
      x[i], y[i] = corner(q, s[1] * half * width, s[2] * half * height)
    end
    for _, i in ipairs { 1, 2, 3, 4, 1 } do
      table.insert(line, x[i])
      table.insert(line, y[i])
    end
    return { line, { "line", -width, 0, width, 0 },
      { "push", "A", x[1], y[1], 0, 1 }, { "push", "B", x[2], y[2], 0, 1 } }
  end,
}

return { system = system, h = 0.001, T = 0.01,
  impact = { h = 0.3, N = 10, samples = 2 ^ 14 },
  q = { x = 0, y = half * height, th = 0 }, v = { x = 0, y = -v0, th = 0 } }
