-- expect 3 | unknown key 'q.X' in row 1 of ends, final (did you mean 'q.x'?)
--
local perp = require "perp"
local system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end,
  contacts = function(q)
    return { { name = "wall", gap = 1 - q.x, stiffness = 1e4, damping = 10 } }
  end }
return { system = system, scheme = "theta", h = 0.01, T = 0.5, q = { 0 }, v = { 1 },
  ends = { { final = { ["q.X"] = 1 }, value = 2 } } }
