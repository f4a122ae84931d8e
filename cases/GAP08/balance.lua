--- # A rod that is balanced
---
--- A rod stands on its end, and a torque holds it there that is computed a few times a
--- second from angle and rate, and holds between. Asked often the rod comes to rest; asked
--- too rarely the same law throws it over.

local perp = require "perp"
local mass = perp.param("mass", 2, "of the rod, kg")
local length = perp.param("length", 1, "of the rod, m")
local rate = perp.param("rate", 50, "how often the law is asked, 1/s")
local stiff = perp.param("stiff", 60, "torque per angle, N m")
local damp = perp.param("damp", 12, "torque per angular velocity, N m s")
local most = perp.param("most", 15, "largest torque, N m")

local system = perp.system {
  coordinates = { "th" },
  inputs = { "torque" },
  mass = { { mass * length * length / 3 } },
  force = function(_, q)
    return { mass * 9.81 * length / 2 * perp.sin(q.th) + q.torque }
  end,
}

return { system = system, h = 1 / 400, T = 2, q = { th = 0.4 },
  controller = { rate = rate, law = function(_, q, v)
    local torque = -stiff * q.th - damp * v.th
    return { torque = math.max(-most, math.min(most, torque)) }
  end } }
