--- # A step with three solutions
--
--- Shows PKS05 (16), (Lemma4).
--
--- A point on a floor whose compliance couples normal and tangent strongly, hK +
--- C = [[5, -2], [-2, 1]], and an explicit step, theta = 1. What the step asks of
--- the force is then w = A lambda + b with A = [[1, 2], [2, 5]], b = (v_y + y/h,
--- v_x) = (1, 4), and with mu = 1 it has three answers, all of whole numbers:
---
--- * open: lambda = 0, w = (1, 4);
--- * stick: lambda = (3, -2), w = 0;
--- * slip: lambda = (1, -1), w = (0, 1).
---
--- The test of the modes proves that there is no fourth (test_qvi_modes, by a
--- tree that a second program reads). Pushing backward lifts the contact, w_n =
--- 1 + lambda_n + 2 lambda_t, and pressing harder allows to push harder. That
--- needs friction: for every b there is one answer as long as mu < A_nn / |A_nt|
--- = 1/2, and not beyond. Lemma 4's proof gives it up to mu = 0.01471..., the
--- contraction up to 0.02943..., the finer condition up to 1/18.
---
--- The figure has the answers of this b in the plane of the forces, and counts
--- them for every mu: 1 up to 2/3, then 3. The run is what the solver finds; it
--- says that nothing is proven.
--
---     perp run cases/PKS05/nonunique_step.lua --json
---     perp run cases/PKS05/nonunique_step.lua --branches 3
---     perp run cases/PKS05/nonunique_step.lua --rational --csv - --set mu=1/4

local perp = require "perp"
local ratio = perp.ratio
local mu = perp.param("mu", 1, "coefficient of friction")
local bn = perp.param("bn", 1, "b of the normal row: velocity upward, m/s")
local bt = perp.param("bt", 4, "b of the slip row: velocity along, m/s")

local half = { { ratio(5, 2), -1 }, { -1, ratio(1, 2) } }

local system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  force = function() return { 0, 0 } end,
  contacts = function(q, v)
    return { { name = "floor", gap = q.y, slips = { v.x }, mu = mu,
      stiffness = half, damping = half } }
  end,
}

--- The answers by modes: A = [[1, 2], [2, 5]].
local function answers(m, b, c)
  local out = {}
  if b >= 0 then out[1] = { 0, 0 } end
  local n, t = -(5 * b - 2 * c), 2 * b - c -- det A = 1
  if n >= 0 and math.abs(t) <= m * n then out[#out + 1] = { n, t } end
  for s = -1, 1, 2 do -- slip with velocity of sign s
    local k = 1 - 2 * s * m
    if k ~= 0 and -b / k > 0 then
      local f = -b / k
      local w = (2 - 5 * s * m) * f + c
      if s * w > 0 then out[#out + 1] = { f, -s * m * f } end
    end
  end
  return out
end

local function figures()
  local m, b, c = perp.number(mu), perp.number(bn), perp.number(bt)
  local found = answers(m, b, c)
  local far = 1
  for _, x in ipairs(found) do far = math.max(far, 1.4 * x[1]) end
  local ns, up, down, normal, slip = {}, {}, {}, {}, {}
  for i = 0, 40 do
    local n = far * i / 40
    ns[i + 1], up[i + 1], down[i + 1] = n, m * n, -m * n
    normal[i + 1], slip[i + 1] = -(b + n) / 2, -(c + 2 * n) / 5
  end
  local px, py, grid, counts = {}, {}, {}, {}
  for i, x in ipairs(found) do px[i], py[i] = x[1], x[2] end
  for i = 0, 480 do
    grid[i + 1] = i / 400 + 1e-4
    counts[i + 1] = #answers(grid[i + 1], b, c)
  end
  return { { name = "nonunique_step", title = "A step with several answers",
    columns = 2, width = 800, height = 360, panels = {
      { xlabel = "\u{3bb}_{n} (N)", ylabel = "\u{3bb}_{t} (N)", series = {
        { x = ns, y = up, color = 8, label = "\u{b1}\u{3bc}\u{3bb}_{n}" },
        { x = ns, y = down, color = 8 },
        { x = ns, y = normal, dash = true, color = 3, label = "w_{n} = 0" },
        { x = ns, y = slip, dash = true, color = 4, label = "w_{t} = 0" },
        { x = px, y = py, style = "points", color = 1, label = "answers" } } },
      { x = grid, y = counts, xlabel = "\u{3bc}", ylabel = "answers",
        ylim = { 0, 4 } },
    } } }
end

return {
  system = system,
  scheme = "theta",
  theta = 1,
  h = 1,
  T = 1,
  q = { 0, 0 },
  v = { bt, bn },
  figures = figures,
}
