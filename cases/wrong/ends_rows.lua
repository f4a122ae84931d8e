-- expect 3 | ends has 1 rows for 2 unknown velocities; one for each is wanted
--
local perp = require "perp"
local system = perp.system { coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  contacts = function(q)
    return { { name = "wall", gap = 1 - q.x, stiffness = 1e4, damping = 10 } }
  end }
return { system = system, scheme = "theta", h = 0.01, T = 0.5, q = { 0, 0 },
  v = { 1, 0 }, ends = { { final = { ["q.x"] = 1 }, value = 2 } } }
