--- # A spinning disc between floor and wall
--
--- AP02 leaves partly elastic collisions to compression and decompression: the
--- contact gives back the share e of the normal impulse that it took up, with
--- friction in both phases. A disc of mass 1 and radius 1/5 is thrown with
--- backspin onto the floor and against a wall; everything is rational.
---
---     perp run cases/AP02/bouncing_disc.lua --set e=3/4 --set mu=1/10
---     perp run cases/AP02/bouncing_disc.lua --rational --csv -
---     perp run cases/AP02/bouncing_disc.lua --set all=true --plot figures
--
--- A bounce takes from the floor the impulses (1 + e) m |v_y| along the normal and
--- the lesser of mu times that and m_t |u| across, u the velocity of the point
--- that touches, 1/m_t = 1/m + r^2/J. A bounce that would end within the same
--- step is the last one.

local perp = require "perp"
local ratio = perp.ratio
local e = perp.param("e", ratio(3, 4), "restitution, 0 to 1")
local mu = perp.param("mu", ratio(1, 4), "friction")
local spin = perp.param("spin", 10, "at the start, rad/s")
local vx = perp.param("vx", 2, "at the start, m/s")
local vy = perp.param("vy", 0, "at the start, m/s")
local h = perp.param("h", ratio(1, 128), "step, s")
local T = perp.param("T", 3, "duration, s")
local all = perp.param("all", false, "e = 0, 1/2, 3/4 and 1, for the figure")
local r, wall = ratio(1, 5), 3

local system = perp.system {
  coordinates = { "x", "y", "th" },
  mass = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, r * r / 2 } },
  force = { 0, -10, 0 },
  contacts = function(q, v)
    return {
      { name = "floor", gap = q.y - r, slips = { v.x + r * v.th }, mu = mu },
      { name = "wall", gap = wall - q.x - r, slips = { v.y + r * v.th },
        mu = mu } }
  end,
  draw = function(q)
    return { { "circle", q.x, q.y, r }, { "line", q.x, q.y,
        q.x + r * perp.cos(q.th), q.y + r * perp.sin(q.th) },
      { "line", -r, 0, wall, 0, wall, 2 }, { "push", "floor", q.x, 0, 0, 1 },
      { "push", "wall", wall, q.y, -1, 0 } }
  end,
}

--- Flight by flight: the next hit of floor or wall, and what it changes. Nothing is
--- known when the bounces end.
local function bounces(e)
  local R, W, f, keeps = perp.number(r), perp.number(wall), perp.number(mu),
    perp.number(e)
  local pieces = { { t = 0, x = 0, y = 2, th = 0, u = perp.number(vx),
    v = perp.number(vy), w = perp.number(spin) } }
  local function hit(un, ut) -- velocity along the normal, and of the point across
    local n = -(1 + keeps) * un
    local t = math.min(f * n, math.abs(ut) / 3) -- 1/m_t = 1 + 2
    return n, ut > 0 and -t or t
  end
  local function extend()
    local p = pieces[#pieces]
    local floor = (p.v + math.sqrt(p.v ^ 2 + 20 * math.max(0, p.y - R))) / 10
    local side = p.u > 0 and (W - R - p.x) / p.u or math.huge
    local s = math.min(floor, side)
    local z = { t = p.t + s, x = p.x + p.u * s, y = p.y + p.v * s - 5 * s * s,
      th = p.th + p.w * s, u = p.u, v = p.v - 10 * s, w = p.w }
    if floor <= side then
      local n, t = hit(z.v, z.u + R * z.w)
      z.y, z.u, z.v, z.w = R, z.u + t, z.v + n, z.w + 2 * t / R
    else
      local n, t = hit(-z.u, z.v + R * z.w)
      z.x, z.u, z.v, z.w = W - R, z.u - n, z.v + t, z.w + 2 * t / R
    end
    pieces[#pieces + 1] = z
  end
  return function(t)
    while pieces[#pieces].t < t and #pieces < 200 do extend() end
    local k = 1
    while pieces[k + 1] and pieces[k + 1].t <= t do k = k + 1 end
    local p, s = pieces[k], t - pieces[k].t
    return { q = { p.x + p.u * s, p.y + p.v * s - 5 * s * s, p.th + p.w * s },
      v = { p.u, p.v - 10 * s, p.w } }
  end
end

local function experiment(e)
  return { reference = e >= ratio(1, 2) and T <= 3 and bounces(e) or nil,
    system = system, scheme = "linear-implicit", e = e, h = h, T = T,
    q = { 0, 2, 0 }, v = { vx, vy, spin } }
end

--- The path of the centre, and the kinetic and potential energy.
local function path(run, label)
  return { x = run["q.x"], y = run["q.y"], label = label }
end

local function energy(run, label)
  local E = {}
  for i, kinetic in ipairs(run.kinetic) do
    E[i] = kinetic + 10 * run["q.y"][i]
  end
  return { x = run.t, y = E, label = label }
end

local function figure(paths, energies)
  return { name = "bouncing_disc", height = 640, panels = {
    { title = "the centre", xlabel = "x (m)", ylabel = "y (m)", equal = true,
      ylim = { 0, 2.2 }, series = paths },
    { title = "energy", xlabel = "t (s)", ylabel = "E (J)",
      series = energies } } }
end

local last = experiment(e)
local paths, energies = {}, {}
if all then
  for i, share in ipairs { 0, ratio(1, 2), ratio(3, 4) } do
    local x = experiment(share)
    x.name = "e" .. i
    local run = perp.simulate(x)
    local label = "e = " .. ({ "0", "1/2", "3/4" })[i]
    paths[i], energies[i] = path(run, label), energy(run, label)
  end
  last = experiment(1)
end
last.figures = function(run)
  local label = all and "e = 1" or "e = " .. tostring(e)
  paths[#paths + 1], energies[#energies + 1] = path(run, label),
    energy(run, label)
  return { figure(paths, energies) }
end
return last
