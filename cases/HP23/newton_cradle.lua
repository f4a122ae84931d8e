--- # Newton's cradle
--
--- Balls in a row, at rest, touching; the first is hit with 1 m/s, or comes with it. What
--- everybody has seen is one in, one out. Which laws have it?
--
---     perp impact newton_cradle.lua --all                                # e = 0: never
---     perp impact newton_cradle.lua --law poisson --restitution 1 --all  # 3 balls: -1/3, 2/3, 2/3
---     perp impact newton_cradle.lua --law sequential --restitution 1 --all
---     perp impact newton_cradle.lua --law interleaved --restitution 1 --passive
---     perp impact newton_cradle.lua --law sequential --set balls=5       # no end, but a limit
--
--- All numbers are rational: add --rational. The balls are points on a line, the contact i is
--- between ball i and the next; a ball of another mass has its number in `heavy`.
--
--- No reference solution: an impact has no motion behind it. Its outcomes are compared with
--- an enumeration in fractions by another program.

local perp = require "perp"
local balls = perp.param("balls", 3, "number of balls, 2 to 12")
local mass = perp.param("mass", 1, "of a ball, kg")
local v0 = perp.param("v0", 1, "of the first ball, m/s")
local heavy = perp.param("heavy", 0, "number of a ball of another mass; 0: none")
local other = perp.param("other", 1, "its mass, kg")
local width = 1 -- of a ball, m; no impact depends on it

local names, q, v = {}, {}, {}
for i = 1, balls do
  names[i], q[i], v[i] = "x" .. i, (i - 1) * width, i == 1 and v0 or 0
end

local system = perp.system {
  coordinates = names,
  mass = function()
    local M = {}
    for i = 1, balls do
      M[i] = {}
      for j = 1, balls do
        M[i][j] = i ~= j and 0 or i == heavy and other or mass
      end
    end
    return M
  end,
  contacts = function(at)
    local all = {}
    for i = 1, balls - 1 do
      all[i] = { name = "c" .. i, gap = at[names[i + 1]] - at[names[i]] - width }
    end
    return all
  end,
  draw = function(at)
    local shapes = {}
    for i = 1, balls do
      shapes[i] = { "circle", at[names[i]], 0, width / 2 }
    end
    return shapes
  end,
}

return { system = system, h = 0.001, T = 0.01, q = q, v = v }
