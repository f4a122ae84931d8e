--- # A disc that falls on two others
---
--- Shows HP23 (Fig14).
--
--- Disc 0 comes down on discs 1 and 2, which rest on the floor and touch each
--- other: five contacts. Law (31) brings the whole stack to rest.
--
---     perp impact disk_stack.lua --all
---     perp impact disk_stack.lua --all --set variant=coded
---     perp reach disk_stack.lua --samples 20000 --plot .
---         --panels vn.A:vn.B,vn.C:vn.D,vt.A:vn.A,vt.C:vn.C,vt.E:vn.E
---     perp run disk_stack.lua --set law=halm_posa --set drop=0.05 --set T=0.3
---         --branches 40 --depth 1 --samples 256 --plot .
--
--- The paper writes one thing and its code does another (errata D1, D2). As
--- written, discs weigh 1 kg and the tangent of a pair with the normal n is
--- (n_y, -n_x). As coded, they weigh 5 kg, the number of contacts, and the
--- tangent is (n_y, n_x), which is not orthogonal to n between disc 0 and the
--- others.
--
--- With exact=true disc 0 has the radius 2/3 R, which makes the normals (3/5, 4/5)
--- and all data rational, and mu is 7/4: what is proven of them, with --rational,
--- is proven of these bodies and not of their doubles.
--
---     perp impact disk_stack.lua --all --rational --set exact=true
--
--- A, B: the floor under 1 and 2. C, D: 0 on 1 and 2. E: 1 beside 2.

local perp = require "perp"
local lagrange = require "perp.lagrange"
local variant = perp.param("variant", "written", "written or coded")
if variant ~= "written" and variant ~= "coded" then
  error("variant is written or coded, not " .. variant)
end
local coded = variant == "coded"
local R = perp.param("R", 1, "radius of the discs, m")
local exact = perp.param("exact", false, "a smaller disc 0: rational normals")
local above = exact and perp.ratio(2, 3) * R or R -- the radius of disc 0
local high = exact and perp.ratio(4, 3) * R or perp.sqrt(3) * R -- 0 over 1, 2
local mass = perp.param("mass", coded and 5 or 1, "mass of a disc, kg")
local mu = perp.param("mu", exact and perp.ratio(7, 4) or perp.sqrt(3),
  "coefficient of friction")
local v0 = perp.param("v0", 1, "speed of the fall, m/s")
local drop = perp.param("drop", 0, "the falling disc begins so far above, m")
local law = perp.param("law", "none", "of impact in a run: halm_posa, ...")
local seed = perp.param("seed", 0, "of what the law draws")
local T = perp.param("T", 0.01, "duration of a run, s")

local names = {}
for i = 0, 2 do
  for _, c in ipairs { "x", "y", "th" } do
    names[#names + 1] = c .. i
  end
end

local function disc(q, i)
  return q[3 * i + 1], q[3 * i + 2], q[3 * i + 3]
end

local function radius(i)
  return i == 0 and above or R
end

local function floor(name, i, q, v)
  local _, y = disc(q, i)
  local vx, _, w = disc(v, i)
  return { name = name, gap = y - R, mu = mu, slips = { vx + R * w } }
end

--- n points from a to b; velocities are b's minus a's at the point of contact.
local function pair(name, a, b, q, v)
  local ax, ay = disc(q, a)
  local bx, by = disc(q, b)
  local dx, dy = bx - ax, by - ay
  local ra, rb = radius(a), radius(b)
  local touching = ra + rb
  local distance = exact and touching or perp.sqrt(dx * dx + dy * dy)
  local nx, ny = dx / distance, dy / distance
  local vax, vay, wa = disc(v, a)
  local vbx, vby, wb = disc(v, b)
  local vx = vbx - vax + ny * (ra * wa + rb * wb)
  local vy = vby - vay - nx * (ra * wa + rb * wb)
  local gap = distance - touching
  if exact then -- zero with the same gradient where the discs touch
    gap = (dx * dx + dy * dy - touching * touching) / (2 * touching)
  end
  return { name = name, gap = gap, mu = mu,
    slips = { ny * vx + (coded and 1 or -1) * nx * vy } }
end

local system = lagrange.system {
  coordinates = names,
  kinetic = function(_, v)
    local T = 0
    for i = 0, 2 do
      local x, y, w = disc(v, i)
      T = T + mass * (x * x + y * y + radius(i) * radius(i) * w * w / 2) / 2
    end
    return T
  end,
  potential = function(q)
    return 9.81 * mass * (q.y0 + q.y1 + q.y2)
  end,
  contacts = function(q, v)
    return { floor("A", 1, q, v), floor("B", 2, q, v), pair("C", 0, 1, q, v),
      pair("D", 0, 2, q, v), pair("E", 1, 2, q, v) }
  end,
}

local impact = { h = 1, N = 10, samples = 2 ^ 20 }
if law ~= "none" then
  impact.law, impact.seed = law, seed
end

return { system = system, h = 0.001, T = T, impact = impact,
  q = { R, R + high + drop, 0, 0, R, 0, 2 * R, R, 0 },
  v = { 0, -v0, 0, 0, 0, 0, 0, 0, 0 } }
