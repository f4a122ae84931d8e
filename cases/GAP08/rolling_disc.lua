--- # A disc rolling on a circle
---
--- A disc leans inward by `tilt` and rolls steadily: its centre goes round at the rate
--- Omega, and the moment of gravity turns its spin. With theta = pi/2 - tilt the axle's angle
--- to the vertical, and n the spin about it, Newton's and Euler's equations want
---
---     3/2 n Omega sin theta = (Omega^2 sin theta / 4 - g/r) cos theta.

local perp = require "perp"
local spatial = require "perp.spatial"
local tilt = perp.param("tilt", 0.3, "of the disc from the vertical, rad")
local rate = perp.param("rate", 2, "at which the centre goes round, rad/s")
local r = perp.param("radius", 0.25, "of the disc, m")
local c, s = math.cos(tilt), math.sin(tilt)
local spin = (rate * rate * c / 4 - 9.81 / r) * s / (1.5 * rate * c)

local world = spatial.world { mu = 0.5, directions = 8 }
world:disc { name = "disc", mass = 1, radius = r }
local q, v = world:state { disc = { at = { -r * spin / rate, 0, r * c },
  turn = spatial.turn({ 0, 1, 0 }, -tilt), velocity = { 0, -r * spin, 0 },
  spin = { spin, 0, rate * c } } }

--- The product of quaternions.
local function times(p, q)
  local a, b, c, d = table.unpack(p)
  local e, f, g, h = table.unpack(q)
  return { a * e - b * f - c * g - d * h, a * f + b * e + c * h - d * g,
    a * g - b * h + c * e + d * f, a * h + b * g - c * f + d * e }
end

--- The start turned about the vertical by the angle a of the way round, behind a turn
--- about the axle: the whole spin along the axle is what the axle's own turning leaves.
local way = -r * spin / rate
local function steady(t)
  local a = rate * t
  local turned = times(times({ math.cos(a / 2), 0, 0, math.sin(a / 2) },
    { math.cos(tilt / 2), 0, -math.sin(tilt / 2), 0 }),
    { math.cos((spin - rate * s) * t / 2), math.sin((spin - rate * s) * t / 2),
      0, 0 })
  local f = (spin - rate * s) * t -- the cross rate, seen in the disc
  return { q = { way * math.cos(a), way * math.sin(a), r * c,
      turned[1], turned[2], turned[3], turned[4] },
    v = { -way * rate * math.sin(a), way * rate * math.cos(a), 0, spin,
      rate * c * math.sin(f), rate * c * math.cos(f) } }
end

return { system = world:system(), h = 1 / 1000, T = 2, q = q, v = v, alpha = 1 / 2,
  reference = steady }
