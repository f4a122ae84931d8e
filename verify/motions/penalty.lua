--- A point of 1 kg, thrown along the ground. Judges penalty.csv.
local perp = require "perp"
local mu = perp.param("mu", 0.5, "coefficient of friction")

local system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  force = function() return { 0, -9.75 } end,
  contacts = function(q, v)
    return { { name = "ground", gap = q.y, slips = { v.x }, mu = mu } }
  end,
}

return { system = system, h = 1 / 512, T = 0.25, q = { 0, 0.125 }, v = { 1, 0 } }
