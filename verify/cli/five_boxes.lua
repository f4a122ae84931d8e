--- Five boxes that fall on the ground and on each other, slide and come to rest.
local planar = require "perp.planar"
local w = planar.world { mu = 0.3 }
local q, v = {}, {}
for i = 1, 5 do
  local n = "b" .. i
  w:box { name = n, mass = 1, width = 0.5, height = 0.4 }
  q[n .. ".x"], q[n .. ".y"], q[n .. ".th"] = 1.0 * i, 0.8 + 0.45 * i, 0.3 * i
  v[n .. ".x"], v[n .. ".y"], v[n .. ".th"] = 3 - 1.3 * i, 0, 1 - 0.2 * i
end
return { system = w:system(), h = 0.002, T = 2, q = q, v = v, alpha = 1,
  gamma = 1 }
