--- # Two corners on one patch
--
--- Shows PKS05 (5), (16).
--
--- A unit square, a little tilted, lands on a floor that yields everywhere at
--- once: what one corner presses the other feels, and normal and tangent are
--- coupled, too. The stiffness is a full matrix over the rows (n, t) of the left
--- corner and (n, t) of the right one; the damping is `damping` times it. Then
--- the friction law cannot be solved contact by contact, nor normal and tangent
--- one after the other: a step is one problem in four forces.
--
---     perp run cases/PKS05/coupled_patch.lua --plot figures

local perp = require "perp"
local mu = perp.param("mu", 0.3, "coefficient of friction")
local k = perp.param("k", 2e4, "unit of the stiffness, N/m")
local damping = perp.param("damping", 0.005, "damping over stiffness, s")
local tilt = perp.param("tilt", 0.02, "angle at the start, rad")
local couple = perp.param("couple", 1, "factor of what couples the rows")
local g = 9.81

local pattern = { { 2, 0.3, 0.5, 0 }, { 0.3, 1.5, 0, 0.4 },
  { 0.5, 0, 2, -0.2 }, { 0, 0.4, -0.2, 1.5 } }
local stiff, damp = {}, {}
for i, row in ipairs(pattern) do
  stiff[i], damp[i] = {}, {}
  for j, x in ipairs(row) do
    stiff[i][j] = k * x * (i == j and 1 or couple)
    damp[i][j] = damping * stiff[i][j]
  end
end

--- A corner at (a, b) of the body.
local function corner(name, a, b)
  return function(q, v)
    local s, c = perp.sin(q.th), perp.cos(q.th)
    return { name = name, mu = mu, gap = q.y + a * s + b * c,
      slips = { v.x - (a * s + b * c) * v.th } }
  end
end

local left, right = corner("left", -0.5, -0.5), corner("right", 0.5, -0.5)

local system = perp.system {
  coordinates = { "x", "y", "th" },
  mass = function()
    return { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, perp.ratio(1, 6) } }
  end,
  force = function() return { 0, -g, 0 } end,
  contacts = function(q, v) return { left(q, v), right(q, v) } end,
  compliance = { K = stiff, C = damp },
}

return {
  system = system,
  scheme = "theta",
  theta = perp.param("theta", 0, "weight of the old value, 0 to 1"),
  h = perp.param("h", 0.0005, "step, s"),
  T = perp.param("T", 0.2, "duration, s"),
  q = { x = 0, y = 0.5 * (math.sin(tilt) + math.cos(tilt)), th = tilt },
  v = { 0.5, -0.5, 0.2 },
  figures = function(run)
    local function force(row, name)
      return { x = run.t, y = run["lam." .. name .. row], style = "steps",
        label = name }
    end
    return { { name = "coupled_patch", title = "Two corners on one patch",
      panels = {
        { xlabel = "t (s)", ylabel = "\u{3bb}_{n} (N)",
          series = { force(".n", "left"), force(".n", "right") } },
        { xlabel = "t (s)", ylabel = "\u{3bb}_{t} (N)",
          series = { force(".t", "left"), force(".t", "right") } },
        { x = run.t, y = run["q.th"], xlabel = "t (s)",
          ylabel = "\u{3b8} (rad)" },
      } } }
  end,
}
