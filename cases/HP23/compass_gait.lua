--- # A wide step of the compass gait
--
--- Shows HP23 (Fig4), (Fig10).
--
--- Two legs with a mass in the middle of each hang on a hip without mass. The
--- trailing foot rests while the leading foot comes down, 156 degrees apart. Law
--- (31) has three outcomes: the leading foot sticks, and the trailing one lifts
--- off, slides, or stays.
--
---     perp impact compass_gait.lua --all --plot .
---     perp reach compass_gait.lua --samples 1000 --select random
---     perp reach compass_gait.lua --samples 32768 --select random --plot .
---     perp reach compass_gait.lua --outer --plot .
---     perp run compass_gait.lua --branches 10 --set T=0.1 --plot .
--
--- With exact=true the legs have the sines -40/41 and 40/41 and all data are
--- rational; then the geometry is that of the start to first order, which is what
--- an impact sees, and the angles count from there.
--
---     perp impact compass_gait.lua --all --rational --set exact=true
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
local exact = perp.param("exact", false, "rational data, for an impact")
local le, tr = leading * math.pi / 180, trailing * math.pi / 180
if exact then
  le, tr = 0, 0
end

--- The sine and cosine of the leading (-1) or the trailing leg (1).
local function angle(leg, phi)
  if exact then
    local s, c = leg * perp.ratio(40, 41), perp.ratio(9, 41)
    return s + c * phi, c - s * phi
  end
  return perp.sin(phi), perp.cos(phi)
end

local function point(q, leg, d)
  local s, c = angle(leg, leg < 0 and q.le or q.tr)
  return q.x + d * s, q.y - d * c
end

local function foot(name, leg, q, v)
  local x, y = point(q, leg, length)
  return { name = name, gap = y, mu = mu,
    slips = { perp.tangent({ x }, q, v)[1] } }
end

local system = lagrange.system {
  coordinates = { "x", "y", "le", "tr" },
  kinetic = function(q, v)
    local T = 0
    for leg = -1, 1, 2 do
      local x, y = point(q, leg, along)
      local w = perp.tangent({ x, y }, q, v)
      T = T + mass * (w[1] * w[1] + w[2] * w[2]) / 2
    end
    return T
  end,
  potential = function(q)
    local _, one = point(q, -1, along)
    local _, two = point(q, 1, along)
    return 9.81 * mass * (one + two)
  end,
  contacts = function(q, v)
    return { foot("A", -1, q, v), foot("B", 1, q, v) }
  end,
  draw = function(q)
    local ax, ay = point(q, -1, length)
    local bx, by = point(q, 1, length)
    return { { "line", ax, ay, q.x, q.y, bx, by },
      { "line", -2.4 * length, 0, 0.4 * length, 0 },
      { "push", "A", ax, ay, 0, 1 }, { "push", "B", bx, by, 0, 1 } }
  end,
}

--- The trailing foot is at the origin and at rest.
local sine, cosine = angle(1, tr)
return { system = system, h = 0.001, T = T,
  impact = { h = 0.25, N = 5, samples = 2 ^ 20 },
  q = { x = -length * sine, y = length * cosine, le = le, tr = tr },
  v = { x = -length * cosine * rate, y = -length * sine * rate, le = rate,
    tr = rate } }
