--- # The path of one impact
--
--- Shows HP23 (Fig3), (36): the figure is the path that (36) has in these speeds.
--
--- The lower end of a rod hits the floor while it slides. The normal impulse
--- grows, friction brakes the slip until it is zero, then the contact sticks,
--- and the impact is over when the normal speed is zero: two straight legs in
--- the plane of slip and normal speed.
--
---     perp inclusion fig3.lua --plot .
---     perp inclusion fig3.lua --csv -
---     perp impact fig3.lua --law routh
--
--- The angle counts from the floor to the rod. With `mu` below a bound the end
--- still slides when the impact is over; with other angles it reverses.

local perp = require "perp"
local lagrange = require "perp.lagrange"
local half = perp.param("half", 1, "half length of the rod, m")
local mass = perp.param("mass", 1, "mass, kg")
local mu = perp.param("mu", 0.7, "coefficient of friction")
local angle = perp.param("angle", 60, "between the floor and the rod, degrees")
local vx = perp.param("vx", -0.5, "velocity of the rod along the floor, m/s")
local vy = perp.param("vy", -1, "and upward, m/s")
local th = angle * math.pi / 180

local system = lagrange.system {
  coordinates = { "x", "y", "th" },
  kinetic = function(_, v)
    local inertia = mass * half * half / 3
    return (mass * (v.x * v.x + v.y * v.y) + inertia * v.th * v.th) / 2
  end,
  potential = function(q) return 9.81 * mass * q.y end,
  contacts = function(q, v)
    local x = q.x - half * perp.cos(q.th)
    local y = q.y - half * perp.sin(q.th)
    return { { name = "A", gap = y, mu = mu,
      slips = { perp.tangent({ x }, q, v)[1] } } }
  end,
}

return { system = system, h = 0.001, T = 0.01,
  impact = { h = 0.1, N = 100, samples = 2 ^ 10 },
  q = { x = 0, y = half * perp.sin(th), th = th },
  v = { x = vx, y = vy, th = 0 } }
