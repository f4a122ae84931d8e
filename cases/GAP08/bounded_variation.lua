--- # Is the variation of the velocity bounded?
---
--- The paper's section 9.1: for consistent data the bounded variation of v^h (with
--- alpha = 1/2) could neither be proved nor disproved; that of v^{h,alpha} is
--- Theorem 7.1's. Here is a family to try: a chain of `links` beads of mass one,
--- each on a circle around the one before, thrown at random (`seed`), and a floor
--- for the last of them. The joints are squares of distances, directions are
--- Pythagorean, all numbers ratios: `--rational` runs it without a rounding as
--- long as the fractions stay short.
---
--- The start is consistent in fractions: link i turns with the rate w_i, so
--- v_i = v_{i-1} + w_i (-s_i, c_i) l_i. `eps` adds a velocity along the first
--- string, which its joint forbids.
---
--- The figure has TV(v^h) and that of the weighted velocity for h, h/2, ..., h/16, and
--- |v^{l+1} - v^l|/h, whose sum times h is TV(v^h). This runs on two
--- branches: along the joints every other step does all the turning. When the
--- branches stay bounded as h is halved, so does the variation; a branch that grows
--- like 1/h would refute it.

local perp = require "perp"
local ratio = perp.ratio
local links = perp.param("links", 1, "beads of the chain, 1 to 8")
local seed = perp.param("seed", 1, "number of the random chain, 0 to 999")
local speed = perp.param("speed", 1, "scale of the rates of turning, rad/s")
local g = perp.param("g", 2, "gravity, m/s^2")
local floor = perp.param("floor", -100, "height of the floor, m")
local mu = perp.param("mu", ratio(1, 2), "friction on the floor")
local eps = perp.param("eps", 0, "velocity along the first string, m/s")
local alpha = perp.param("alpha", ratio(1, 2), "weight of the new velocity")
local h = perp.param("h", ratio(1, 64), "step, s")
local T = perp.param("T", 1, "duration, s")
local project = perp.param("project", "none",
  "positions after a step: none, or joints to close them")

--- A parameter that counts, out of what may be a ratio.
local function whole(name, x, least, most)
  for n = least, most do
    if x == n then return n end
  end
  error(("%s: a whole number from %d to %d"):format(name, least, most), 0)
end
links = whole("links", links, 1, 8)
seed = whole("seed", seed, 0, 999)

--- Minimal standard generator: state -> 16807 state mod 2^31 - 1.
local state = seed + 1
local function draw(n)
  state = state * 16807 % 2147483647
  return state % n
end
for _ = 1, 8 do draw(2) end

--- q and v of the start. s in (-3/2 .. 3/2) gives the direction
--- (2s, s^2 - 1)/(s^2 + 1), which hangs down for small s.
local names, q, v, length2 = {}, {}, {}, {}
local x, y, vx, vy = 0, 0, 0, 0
for i = 1, links do
  local a, b = draw(13) - 6, 4
  local l = ratio(2 + draw(5), 4)
  local c, s = ratio(2 * a * b, a * a + b * b) * l,
    ratio(a * a - b * b, a * a + b * b) * l
  local w = ratio(draw(17) - 8, 4) * speed
  x, y, vx, vy = x + c, y + s, vx - w * s, vy + w * c
  if i == 1 then
    vx, vy = vx + eps * c / l, vy + eps * s / l
  end
  q[2 * i - 1], q[2 * i], v[2 * i - 1], v[2 * i] = x, y, vx, vy
  names[2 * i - 1], names[2 * i] = "x" .. i, "y" .. i
  length2[i] = l * l
end

local system = perp.system {
  coordinates = names,
  mass = function()
    local M = {}
    for i = 1, 2 * links do
      M[i] = {}
      for j = 1, 2 * links do M[i][j] = i == j and 1 or 0 end
    end
    return M
  end,
  force = function()
    local f = {}
    for i = 1, links do f[2 * i - 1], f[2 * i] = 0, -g end
    return f
  end,
  joints = function(p)
    local list = {}
    for i = 1, links do
      local dx, dy = p[2 * i - 1], p[2 * i]
      if i > 1 then dx, dy = dx - p[2 * i - 3], dy - p[2 * i - 2] end
      list[i] = { name = "string" .. i, dx * dx + dy * dy - length2[i] }
    end
    return list
  end,
  contacts = function(p, u)
    return { { name = "floor", gap = p[2 * links] - floor,
      slips = { u[2 * links - 1] }, mu = mu } }
  end,
}

local x = { system = system, q = q, v = v, alpha = alpha, gamma = alpha, h = h,
  T = T, start = eps ~= 0 and "torn" or nil,
  project = project ~= "none" and project or nil }

--- Both total variations for h, h/2, ..., h/16.
local function variations()
  local hs, tv, tva = {}, {}, {}
  for i = 0, 4 do
    local finer = { figures = false, name = "halved" .. i, h = h / 2 ^ i }
    for key, value in pairs(x) do
      if finer[key] == nil then finer[key] = value end
    end
    finer.figures = nil
    local sum = perp.simulate(finer).summary
    hs[i + 1], tv[i + 1], tva[i + 1] = perp.number(finer.h), sum.tv_v, sum.tv_va
  end
  return { xlabel = "h (s)", ylabel = "total variation (m/s)", xscale = "log",
    series = { { x = hs, y = tv, style = "marked", label = "of v^{h}" },
      { x = hs, y = tva, style = "marked", label = "of v^{h,\u{3b1}}" } } }
end

function x.figures(run)
  local t, jump = {}, { v = {}, va = {} }
  for l = 1, #run.t - 1 do
    t[l] = run.t[l + 1]
    for key, list in pairs(jump) do
      local sum = 0
      for _, name in ipairs(names) do
        local column = run[key .. "." .. name]
        sum = sum + (column[l + 1] - column[l])^2
      end
      list[l] = math.sqrt(sum) / (run.t[l + 1] - run.t[l])
    end
  end
  local panels = { variations() }
  for key, what in pairs { v = "v^{h}", va = "v^{h,\u{3b1}}" } do
    panels[key == "v" and 2 or 3] = { x = t, y = jump[key], style = "points",
      xlabel = "t (s)", ylabel = ("jump of %s over h (m/s^{2})"):format(what) }
  end
  return { { name = "bounded_variation",
    title = "Where the variation comes from", panels = panels } }
end
return x
