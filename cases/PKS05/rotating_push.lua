--- # A push that turns
--
--- Shows PKS05 (7), (11).
--
--- The block of `pushed_block` in space: the push has a constant size and turns
--- with the angular velocity w. It is larger than mu m g, so the block slides
--- soon and then along a curve, and the friction force turns with its slip. Here the disc
--- and a polygon in its place differ: a polygon with m corners pulls only in m
--- directions. With sweep=true the same motion is computed with polygons, too, and
--- the figure shows how far off they end up.
--
---     perp run cases/PKS05/rotating_push.lua --set sweep=true --plot figures

local perp = require "perp"
local ratio = perp.ratio
local mu = perp.param("mu", ratio(3, 10), "coefficient of friction")
local m = perp.param("m", 1, "mass, kg")
local g = perp.param("g", 10, "gravity, m/s^2")
local push = perp.param("push", 4, "size of the push, N")
local w = perp.param("w", 2, "its angular velocity, rad/s")
local kn = perp.param("kn", 10000, "normal stiffness, N/m")
local cn = perp.param("cn", 100, "normal damping, N s/m")
local kt = perp.param("kt", 5000, "tangential stiffness, N/m")
local ct = perp.param("ct", 50, "tangential damping, N s/m")
local directions = perp.param("directions", 0, "of a polygon; 0: the disc")
local sweep = perp.param("sweep", false, "also with 4 to 64 directions")
local sunk = m * g / kn

local system = perp.system {
  coordinates = { "x", "y", "z" },
  mass = function() return { { m, 0, 0 }, { 0, m, 0 }, { 0, 0, m } } end,
  force = function(t)
    return { push * perp.cos(w * t), push * perp.sin(w * t), -m * g }
  end,
  contacts = function(q, v)
    return { { name = "floor", gap = q.z, slips = { v.x, v.y }, mu = mu,
      stiffness = { kn, kt, kt }, damping = { cn, ct, ct } } }
  end,
}

local theta = perp.param("theta", 0, "weight of the old value, 0 to 1")
local h = perp.param("h", ratio(1, 1000), "step, s")
local T = perp.param("T", 1, "duration, s")

local function with(count)
  return { system = system, scheme = "theta", theta = theta, h = h, T = T,
    q = { 0, 0, -sunk }, v = { 0, 0, 0 }, delta = { floor = sunk },
    directions = count }
end

local polygons = {}
if sweep then
  for _, count in ipairs { 4, 8, 16, 32, 64 } do
    local one = with(count)
    one.name = "polygon" .. count
    polygons[#polygons + 1] = { count = count, run = perp.simulate(one) }
  end
end

local main = with(directions)
main.name = "rotating_push"
function main.figures(run)
  local paths = { { x = run["q.x"], y = run["q.y"], label = "disc" } }
  local counts, away = {}, {}
  for i, p in ipairs(polygons) do
    local last = #run.t
    counts[i] = p.count
    away[i] = math.sqrt((p.run["q.x"][last] - run["q.x"][last]) ^ 2 +
      (p.run["q.y"][last] - run["q.y"][last]) ^ 2)
    if i <= 3 then
      paths[#paths + 1] = { x = p.run["q.x"], y = p.run["q.y"], dash = true,
        label = p.count .. " directions" }
    end
  end
  local panels = { { xlabel = "x (m)", ylabel = "y (m)", equal = true,
    series = paths } }
  panels[2] = sweep and { x = counts, y = away, xscale = "log",
    yscale = "log", style = "marked", xlabel = "directions", xticks = { 4, 8, 16, 32, 64 },
    ylabel = "distance at T (m)" } or { xlabel = "t (s)",
    ylabel = "\u{3bb} (N)", series = {
      { x = run.t, y = run["lam.floor.t"], style = "steps", label = "t" },
      { x = run.t, y = run["lam.floor.o"], style = "steps", label = "o" } } }
  return { { name = "rotating_push", title = "A push that turns", width = 800,
    height = 380, columns = 2, panels = panels } }
end

return main
