--- # What four directions miss
--
--- Shows GAP08 (Def3.1).
--
--- A particle in a straight groove in space. The slips of each wall are measured
--- along the two diagonals of the wall, so with four directions friction across
--- the groove reaches mu / sqrt 2 only, while the round disc reaches mu. The
--- walls lean by tau = 3/4: between mu = 0.75 and mu = 0.75 sqrt 2 = 1.06 the
--- step's cone is pointed and the full cone is not.
--
---     perp cone cone_spatial.lua --set mu=0.9
--- At mu = 0.7 both are pointed, at 1.1 neither is.

local perp = require "perp"
local mu = perp.param("mu", 0.9, "coefficient of friction")
local tau, c = 0.75, perp.sqrt(0.5)

local system = perp.system {
  coordinates = { "x", "y", "z" },
  mass = function() return { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } end,
  force = function() return { 0, -9.81, 0 } end,
  contacts = function(q, v)
    local function wall(name, sign)
      local across, along = -sign * tau * v.x + v.y, 1.25 * v.z
      return { name = name, mu = mu, gap = sign * q.x + tau * q.y,
        slips = { c * (across + along), c * (across - along) } }
    end
    return { wall("left", 1), wall("right", -1) }
  end,
}

return { system = system, h = 0.01, T = 0.1,
  q = { x = 0, y = 0, z = 0 }, v = { x = 0, y = 0, z = 0 },
  reference = function() return { q = { 0, 0, 0 }, v = { 0, 0, 0 } } end }
