--- A bar of 2 kg on three feet, pulled along the ground and pressed on one side.
--- Judges impulses.csv and, under its other name, exact.csv.
local perp = require "perp"
local mu = perp.param("mu", 0.5, "coefficient of friction")

local system = perp.system {
  coordinates = { "x", "y", "th" },
  mass = function() return { { 2, 0, 0 }, { 0, 2, 0 }, { 0, 0, 0.5 } } end,
  force = function(t) return { 6 * t, -19.5, 6.5 } end,
  contacts = function(q, v)
    local feet = {}
    for i, arm in ipairs { -0.5, 0.125, 0.5 } do
      feet[i] = { name = ({ "left", "middle", "right" })[i],
        gap = q.y + arm * q.th, slips = { v.x }, mu = mu }
    end
    return feet
  end,
}

return { system = system, h = 1 / 64, T = 0.5, q = { 0, 0, 0 }, v = { 1, 0, 0 } }
