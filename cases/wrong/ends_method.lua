-- expect 3 | the secant is for one unknown, here are 2; use Newton
--
local perp = require "perp"
local system = perp.system { coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  contacts = function(q)
    return { { name = "wall", gap = 1 - q.x, stiffness = 1e4, damping = 10 } }
  end }
return { system = system, scheme = "theta", h = 0.01, T = 0.5, q = { 0, 0 },
  v = { 1, 0 }, ends = { { final = { ["q.x"] = 1 }, value = 2 },
    { start = { ["v.y"] = 1 }, value = 0 }, method = "secant" } }
