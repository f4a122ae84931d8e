--- Points in a row above each other, light and heavy by turns (`ratio`), two
--- contacts between neighbours that differ by `apart`: what makes a problem hard
--- for doubles. For tests of certificates.
local perp = require "perp"
local count = perp.param("count", 5, "points")
local ratio = perp.param("ratio", 1e6, "of the masses")
local apart = perp.param("apart", 1e-13, "between the contacts of a pair")
local mu = perp.param("mu", 0.5, "coefficient of friction")
local push = perp.param("push", 3, "m/s, the topmost at first")

local names, q, v = {}, {}, {}
for i = 1, count do
  names[2 * i - 1], names[2 * i] = "x" .. i, "y" .. i
  q["x" .. i], q["y" .. i] = 0, i
  v["x" .. i], v["y" .. i] = i == count and push or 0.1 * i, 0
end

return {
  system = perp.system {
    coordinates = names,
    mass = function()
      local M = {}
      for i = 1, 2 * count do
        M[i] = {}
        for j = 1, 2 * count do
          local heavy = (i + 1) // 2 % 2 == 0
          M[i][j] = i == j and (heavy and ratio or 1) or 0
        end
      end
      return M
    end,
    force = function(t)
      local f = {}
      for i = 1, count do
        local m = i % 2 == 0 and ratio or 1
        f[2 * i - 1], f[2 * i] = 2 * m * perp.sin(3 * t + i), -9.81 * m
      end
      return f
    end,
    contacts = function(q, v)
      local c = {}
      for i = 1, count do
        for k = 0, 1 do
          local below = i > 1 and q["y" .. i - 1] or 0
          local under = i > 1 and v["x" .. i - 1] or 0
          local e = 1 + k * apart
          c[#c + 1] = { name = "c" .. i .. (k == 0 and "a" or "b"), mu = mu,
            gap = e * q["y" .. i] - below - e * i + (i - 1),
            slips = { e * v["x" .. i] - under } }
        end
      end
      return c
    end,
  },
  alpha = perp.param("alpha", 0.5, "weight of the new velocity"),
  h = perp.param("h", 0.01, "step, s"),
  T = perp.param("T", 0.1, "duration, s"),
  tolerance = 1e-9, q = q, v = v,
}
