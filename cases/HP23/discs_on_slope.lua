--- # Two discs side by side on a slope
---
--- Both come down spinning and are stopped by the floor at the same speed along
--- it, the second by just as much friction as there is. A, B: the floor under 1
--- and 2. E: 1 beside 2. Law (31) has all spins of disc 2 from -1 to 1 behind the
--- impact: B holds it and E does nothing, or B slips, pushes it against disc 1
--- and there it is held, or something in between.
---
--- Nothing of this depends on how steep the slope is, but in doubles it does: data
--- beside these have the one or the other. With the slope 3:4 all data are
--- rational.
---
---     perp impact discs_on_slope.lua --all
---     perp impact discs_on_slope.lua --all --within 1e-12
---     perp impact discs_on_slope.lua --set slope=pythagorean --rational --all

local perp = require "perp"
local slope = perp.param("slope", "thirty", "thirty degrees, pythagorean, flat")
local sines = {
  thirty = { perp.sqrt(3) / 2, 1 / 2 },
  pythagorean = { perp.ratio(4, 5), perp.ratio(3, 5) },
  flat = { 1, 0 },
}
if not sines[slope] then
  error("slope is thirty, pythagorean or flat, not " .. slope)
end
local c, s = table.unpack(sines[slope])
local mu = perp.param("mu", 1, "coefficient of friction")

--- From directions along the slope and out of it to x and y.
local function turn(along, out)
  return c * along - s * out, s * along + c * out
end

local names, q, v = {}, {}, {}
for i, start in ipairs { { -2, -2, -1 }, { -2, -1, -1 } } do
  for _, n in ipairs { "x", "y", "th" } do
    names[#names + 1] = n .. i
  end
  local x, y = turn(2 * i - 2, 1)
  local vx, vy = turn(start[1], start[2])
  table.move({ x, y, 0 }, 1, 3, #q + 1, q)
  table.move({ vx, vy, start[3] }, 1, 3, #v + 1, v)
end

local function mass()
  local M = {}
  for i = 1, 6 do
    M[i] = { 0, 0, 0, 0, 0, 0 }
    M[i][i] = i % 3 == 0 and 1 / 2 or 1
  end
  return M
end

local function contacts(q, v)
  local tx, ty = turn(1, 0)
  local nx, ny = turn(0, 1)
  local function floor(name, i)
    return { name = name, mu = mu,
      gap = nx * q["x" .. i] + ny * q["y" .. i] - 1,
      slips = { tx * v["x" .. i] + ty * v["y" .. i] + v["th" .. i] } }
  end
  local dx, dy = (q.x2 - q.x1) / 2, (q.y2 - q.y1) / 2
  return { floor("A", 1), floor("B", 2),
    { name = "E", mu = mu, gap = dx * dx + dy * dy - 1, --- its gradient is n
      slips = { dy * (v.x2 - v.x1) - dx * (v.y2 - v.y1) + v.th1 + v.th2 } } }
end

return { h = 0.001, T = 0.001, q = q, v = v,
  impact = { h = 10, N = 5, samples = 1024 },
  system = perp.system { coordinates = names, mass = mass,
    contacts = contacts } }
