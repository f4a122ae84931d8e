--- # A wide step of the compass gait
--
--- Shows HP23 (Fig4), (Fig10).
--
--- Two legs with a mass in the middle of each hang on a hip without mass. The
--- trailing foot rests while the leading foot comes down, 156 degrees apart. Law
--- (31) has three outcomes: the leading foot sticks, and the trailing one lifts
--- off, slides, or stays.
--
---     perp impact compass_gait.lua --all
---     perp reach compass_gait.lua --samples 1000 --select random --plot .
---     perp run compass_gait.lua --branches 10 --set T=0.1 --plot .
--
--- The angles phi count from the vertical, counter-clockwise; a point at the
--- distance d from the hip is at hip + d (sin phi, -cos phi). A is the leading
--- foot, B the trailing one.

local perp = require "perp"
local lagrange = require "perp.lagrange"
local length = perp.param("length", 1, "length of a leg, m")
local along = perp.param("along", 0.5, "from the hip to the mass, m")
local mass = perp.param("mass", 1, "mass of a leg, kg")
local mu = perp.param("mu", 5, "coefficient of friction")
local leading = perp.param("leading", -78, "angle of the leading leg, degrees")
local trailing = perp.param("trailing", 78, "and of the trailing one")
local rate = perp.param("rate", 0.25, "angular velocity of both legs, rad/s")
local T = perp.param("T", 0.01, "duration of a run, s")
local le, tr = leading * math.pi / 180, trailing * math.pi / 180

local function point(q, phi, d)
  return q.x + d * perp.sin(phi), q.y - d * perp.cos(phi)
end

local function foot(name, phi, q, v)
  local x, y = point(q, phi, length)
  return { name = name, gap = y, mu = mu,
    slips = { perp.tangent({ x }, q, v)[1] } }
end

local system = lagrange.system {
  coordinates = { "x", "y", "le", "tr" },
  kinetic = function(q, v)
    local T = 0
    for _, phi in ipairs { q.le, q.tr } do
      local x, y = point(q, phi, along)
      local w = perp.tangent({ x, y }, q, v)
      T = T + mass * (w[1] * w[1] + w[2] * w[2]) / 2
    end
    return T
  end,
  potential = function(q)
    local _, one = point(q, q.le, along)
    local _, two = point(q, q.tr, along)
    return 9.81 * mass * (one + two)
  end,
  contacts = function(q, v)
    return { foot("A", q.le, q, v), foot("B", q.tr, q, v) }
  end,
}

--- The trailing foot is at the origin and at rest.
return { system = system, h = 0.001, T = T,
  impact = { h = 0.25, N = 5, samples = 2 ^ 20 },
  q = { x = -length * perp.sin(tr), y = length * perp.cos(tr), le = le,
    tr = tr },
  v = { x = -length * perp.cos(tr) * rate, y = -length * perp.sin(tr) * rate,
    le = rate, tr = rate } }
