--- # The rigid limit of a run
--
--- A point of mass 1 kg meets a floor with (1, -1) m/s, slides and comes to rest.
--- Three limits are in one scene, and which motion is reached depends on the way.
---
--- Left: K grows and h stays, C = K/100. With theta = 0 the positions tend like 1/K
--- to those of the rigid step, at all h alike: what lies between them is the depth
--- mv/C that a damper needs. The rigid run itself tends like h to the rigid motion:
--- the impact takes mu times the push from the slip, (1, -1) becomes (1/2, 0), and
--- the point slides (1 - mu)^2 / (2 mu g) = 1/40 m.
---
--- Middle: C = sqrt(K)/2, a quarter of the critical damping, without gravity. The
--- floor throws the point back with some e that depends on h sqrt(K) alone: that of
--- the compliant impact, 0.506, where this is small, nothing where it is large.
---
--- Right: theta > 0, K without bound and h fixed. The rigid step wants v^theta = 0
--- at a closed gap, so v' = -theta/(1 - theta) v: a restitution that no law has
--- asked for. A gap that is open by a part of the step in which it closes gives any
--- number up to it.
--
--     perp run cases/PKS05/rigid_run.lua --plot figures
--     perp run cases/PKS05/rigid_run.lua --rational --csv - --set K=10000000
--     perp converge cases/PKS05/rigid_run.lua --set K=100000000 --set C=1000000

local perp = require "perp"
local ratio = perp.ratio
local K = perp.param("K", 1000000, "stiffness of the floor, N/m")
local C = perp.param("C", 10000, "damping of the floor, N s/m")
local y0 = perp.param("y0", 0, "height at the start, m")
local g = perp.param("g", 10, "gravity, m/s^2")
local theta = perp.param("theta", 0, "weight of the old value, 0 to 1")
local h = perp.param("h", ratio(1, 100), "step, s")
local mu = ratio(1, 2)

local function system(k, c, down)
  return perp.system {
    coordinates = { "x", "y" },
    mass = function() return { { 1, 0 }, { 0, 1 } } end,
    force = function() return { 0, -down } end,
    contacts = function(q, v)
      return { { name = "floor", gap = q.y, slips = { v.x }, mu = mu,
        stiffness = k, damping = c } }
    end,
  }
end

local function scene(t)
  return { name = t.name or "rigid_run", system = system(t.K, t.C, t.g or g),
    scheme = "theta", theta = t.theta or 0, h = t.h, T = t.T,
    q = { 0, t.y or 0 }, v = { 1, -1 }, figures = t.figures }
end

local function last(run, column)
  return run[column][#run[column]]
end

--- The deepest place of a run, K = 10^2 to 10^7, for three steps. The rigid run is
--- at 0 all the time.
local function depths()
  local series = {}
  for i, n in ipairs { 20, 80, 320 } do
    local ks, deep = {}, {}
    for j = 2, 7 do
      local k = math.tointeger(10 ^ j)
      local run = perp.simulate(scene { name = ("stiff%d_%d"):format(n, j),
        K = k, C = ratio(k, 100), h = ratio(1, 5 * n), T = ratio(1, 20) })
      ks[j - 1], deep[j - 1] = k, -math.min(table.unpack(run["q.y"]))
    end
    series[i] = { x = ks, y = deep, style = "marked",
      label = "h = 1/" .. 5 * n .. " s" }
  end
  series[4] = { x = { 100, 10000000 }, y = { 1, 0.00001 }, dash = true,
    label = "mv/C" }
  return series
end

--- What comes back, with c = h sqrt(K) and h = c/1000.
local function thrown()
  local cs, e = {}, {}
  for i, n in ipairs { 1, 3, 10, 30, 100, 300, 1000, 3000, 10000 } do
    local step = ratio(n, 100000)
    local run = perp.simulate(scene { name = "thrown" .. i, K = 1000000,
      C = 500, g = 0, h = step, T = step * math.max(5, 800 // n + 5) })
    cs[i], e[i] = n / 100, last(run, "v.y")
  end
  return cs, e
end

--- The velocity behind the impact, over the part of a step that the way takes.
local function offsets(name, weight, label)
  local at, v = {}, {}
  for i = 0, 16 do
    local run = perp.simulate(scene { name = name .. i, K = 1000000000,
      C = 10000000, g = 0, theta = weight, h = ratio(1, 100), T = ratio(3, 100),
      y = ratio(i, 1600) })
    at[i + 1], v[i + 1] = i / 16, last(run, "v.y")
  end
  return { x = at, y = v, style = "marked", label = label }
end

local main = scene { K = K, C = C, y = y0, theta = theta, h = h,
  T = perp.param("T", ratio(1, 5), "duration, s") }
function main.figures()
  local cs, e = thrown()
  return { { name = "rigid_run", title = "Compliance to zero along a run",
    columns = 3, width = 1080, height = 340, panels = {
      { xscale = "log", yscale = "log", xlabel = "K (N/m)",
        ylabel = "depth (m)", series = depths() },
      { xscale = "log", xlabel = "h \u{221a}K (\u{221a}kg)",
        ylabel = "velocity thrown back (m/s)", series = {
          { x = cs, y = e, style = "marked", label = "C = \u{221a}K/2" },
          { x = { cs[1], cs[#cs] }, y = { 0.50627655, 0.50627655 }, dash = true,
            label = "h = 0" } } },
      { xlabel = "gap at the start (h m/s)", ylabel = "velocity after (m/s)",
        series = { offsets("euler", 0, "\u{3b8} = 0"),
          offsets("quarter", ratio(1, 4), "\u{3b8} = 1/4"),
          offsets("middle", ratio(1, 2), "\u{3b8} = 1/2") } },
    } } }
end

return main
