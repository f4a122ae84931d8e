--- # A slab that is thrown to a place and an orientation
---
--- Three supports on a circle of radius 1 under a slab whose centre of mass lies in
--- the plane of contact: friction does not tilt it, and each support carries a
--- third of the weight. With what velocity and spin must it be let go to come to
--- rest at $(1, 1/2)$, turned by $\pi/2$? The conditions are on positions alone,
--- $M_\nu + N_\nu$ is singular, and Theorem 8 does not speak of them.
---
--- Shows PKS05 (13).

local perp = require "perp"
local strip = require "perp.strip"
local mu = perp.param("mu", 0.25, "friction coefficient")
local x = perp.param("x", 1, "where it comes to rest, m")
local y = perp.param("y", 0.5, "where it comes to rest, m")
local turn = perp.param("turn", math.pi / 2, "by what it has turned, rad")
local m, g, kn = 1, 10, 10000
local sink = m * g / 3 / kn -- m: what a third of the weight presses in

local function supports(q, v)
  local out = {}
  for i, angle in ipairs { 90, 210, 330 } do
    local c, s = perp.cos(q.th), perp.sin(q.th)
    local x0, y0 = math.cos(math.rad(angle)), math.sin(math.rad(angle))
    local rx, ry = c * x0 - s * y0, s * x0 + c * y0
    out[i] = { name = ("foot%d"):format(i), mu = mu,
      gap = q.z + q.a * ry - q.b * rx,
      slips = { v.x - v.th * ry, v.y + v.th * rx },
      stiffness = { kn, 5000, 5000 }, damping = { 100, 50, 50 } }
  end
  return out
end

local system = perp.system {
  coordinates = { "x", "y", "z", "a", "b", "th" },
  mass = function()
    local out = {}
    for i, entry in ipairs { m, m, m, 0.25, 0.25, 0.5 } do
      out[i] = { 0, 0, 0, 0, 0, 0 }
      out[i][i] = entry
    end
    return out
  end,
  force = function() return { 0, 0, -m * g, 0, 0, 0 } end,
  contacts = supports,
  draw = function(q) -- the triangle of the feet, a fifth as large
    local line = { "line" }
    for i, angle in ipairs { 90, 210, 330, 90 } do
      local at = q.th + math.rad(angle)
      line[2 * i] = q.x + 0.2 * perp.cos(at)
      line[2 * i + 1] = q.y + 0.2 * perp.sin(at)
    end
    return { line }
  end,
}

local h = perp.param("h", 0.01, "step, s")
local T = perp.param("T", 1.5, "duration, s")
local starts = perp.param("starts", 0, "random starts to try as well")
local seed = perp.param("seed", 1, "of the random starts")

local function experiment(v, name)
  return {
    name = name,
    system = system,
    scheme = "theta",
    h = h,
    T = T,
    q = { 0, 0, -sink, 0, 0, 0 },
    v = { v[1], v[2], 0, 0, 0, v[3] },
    delta = { foot1 = sink, foot2 = sink, foot3 = sink },
    ends = {
      { final = { ["q.x"] = 1 }, value = x },
      { final = { ["q.y"] = 1 }, value = y },
      { final = { ["q.th"] = 1 }, value = turn },
      { start = { ["v.z"] = 1 }, value = 0 },
      { start = { ["v.a"] = 1 }, value = 0 },
      { start = { ["v.b"] = 1 }, value = 0 },
      method = "newton",
    },
  }
end

--- A search may end on the way. How often does it?
local function try_all()
  local state, found = seed, 0
  local function random(most)
    state = (state * 69069 + 1) % 4294967296
    return most * (state / 2147483648 - 1)
  end
  for k = 1, starts do
    local fine, run = pcall(perp.simulate, experiment({ random(4), random(4),
      random(8) }, "start" .. k))
    local n = fine and #run.t
    if fine and math.abs(run["v.x"][n]) + math.abs(run["v.y"][n]) +
      math.abs(run["v.th"][n]) < 1e-6 then
      found = found + 1
    end
  end
  print(("%d of %d random starts led to the target, at rest"):format(found,
    starts))
end

if starts > 0 then
  try_all()
end

local main = experiment { perp.param("vx", 1, "where the search begins, m/s"),
  perp.param("vy", 1, "where the search begins, m/s"),
  perp.param("w", 1, "where the search begins, rad/s") }

function main.figures(run)
  local panel = strip.panels(run, { count = 7, together = true })[1]
  panel.rows, panel.legend = 2, nil
  local aim = { x = {}, y = {} }
  for i, angle in ipairs { 90, 210, 330, 90 } do
    local at = perp.number(turn) + math.rad(angle)
    aim.x[i] = perp.number(x) + 0.2 * math.cos(at)
    aim.y[i] = perp.number(y) + 0.2 * math.sin(at)
  end
  table.insert(panel.series, { x = aim.x, y = aim.y, color = 8, dash = true,
    label = "target" })
  table.insert(panel.series, { x = run["q.x"], y = run["q.y"], color = 2,
    width = 2, label = "centre" })
  return { { name = "slab_to_target",
    title = "A slab thrown to a place and an orientation",
    panels = { panel } } }
end

return main
