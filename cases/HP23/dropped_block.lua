--- # A block that falls flat and goes on
---
--- The block of `rocking_block.lua` falls from 1 cm above the ground onto both
--- corners, and the run goes on behind the impact. Which way depends on the law:
--- law (31) leaves the block at rest; contact by contact it rocks, seven tenths
--- of the rate from impact to impact, to the left or to the right; the set-valued
--- law has these and everything between, one outcome a run, another with another
--- seed.
---
---     perp run dropped_block.lua --set seed=3 --plot .
---     perp run dropped_block.lua --branches 10 --plot .
---     perp run dropped_block.lua --set law=sequential --branches 10 --plot .
---
--- The figure of a run has the height of both corners; that of the fan, all
--- coordinates of all runs.

local perp = require "perp"
local lagrange = require "perp.lagrange"
local width = perp.param("width", 1, "width of the block, m")
local height = perp.param("height", 2, "height of the block, m")
local mass = perp.param("mass", 1, "mass, kg")
local mu = perp.param("mu", 1, "coefficient of friction")
local drop = perp.param("drop", 0.01, "height of the fall, m")
local v0 = perp.param("v0", 0, "speed at its beginning, m/s")
local law = perp.param("law", "halm_posa", "of impact; none: the scheme's own")
local seed = perp.param("seed", 0, "of what the law draws")
local select = perp.param("select", "first", "or random")
local T = perp.param("T", 0.3, "duration, s")
local half = perp.ratio(1, 2)
local inertia = perp.ratio(1, 12) * mass * (width * width + height * height)

local function corner(q, x, y)
  local c, s = perp.cos(q.th), perp.sin(q.th)
  return q.x + c * x - s * y, q.y + s * x + c * y
end

local function on_ground(name, x)
  return function(q, v)
    local px, py = corner(q, x, -half * height)
    return { name = name, gap = py, mu = mu,
      slips = { perp.tangent({ px }, q, v)[1] } }
  end
end

local A, B = on_ground("A", -half * width), on_ground("B", half * width)

local system = lagrange.system {
  coordinates = { "x", "y", "th" },
  kinetic = function(_, v)
    return (mass * (v.x * v.x + v.y * v.y) + inertia * v.th * v.th) / 2
  end,
  potential = function(q) return 9.81 * mass * q.y end,
  contacts = function(q, v) return { A(q, v), B(q, v) } end,
  draw = function(q)
    local line, x, y = { "line" }, {}, {}
    for i, s in ipairs { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } } do
      x[i], y[i] = corner(q, s[1] * half * width, s[2] * half * height)
    end
    for _, i in ipairs { 1, 2, 3, 4, 1 } do
      table.insert(line, x[i])
      table.insert(line, y[i])
    end
    return { line, { "line", -2, 0, 2, 0 }, { "push", "A", x[1], y[1], 0, 1 },
      { "push", "B", x[2], y[2], 0, 1 } }
  end,
}

local function heights(run)
  local list = { {}, {} }
  for i = 1, #run.t do
    for k, x in ipairs { -width / 2, width / 2 } do
      local _, y = corner({ x = run["q.x"][i], y = run["q.y"][i],
        th = run["q.th"][i] }, x, -height / 2)
      list[k][i] = y * 1000
    end
  end
  return list
end

local impact = { h = 0.3, N = 100 }
if law ~= "none" then
  impact.law, impact.seed, impact.select = law, seed, select
else
  impact.samples = 2 ^ 14
end

return { system = system, h = 0.001, T = T, alpha = 1, impact = impact,
  q = { x = 0, y = half * height + drop, th = 0 }, v = { x = 0, y = -v0,
    th = 0 },
  figures = function(run)
    local list = heights(run)
    return { { name = "dropped_block", title = "A block that falls flat",
      panels = { { xlabel = "t (s)", ylabel = "height of a corner (mm)",
        x = run.t, series = { { y = list[1], label = "A" },
          { y = list[2], label = "B" } } },
        { x = run.t, y = run["v.th"], style = "steps", xlabel = "t (s)",
          ylabel = "rate of turning (rad/s)" } } } }
  end,
}
