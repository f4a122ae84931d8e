--- # A four-bar linkage that falls on a stop
---
--- Three homogeneous bars and the ground, joined by four pins: a crank from the
--- origin, a coupler, a rocker down to the pivot (`ground`, 0). Nine coordinates,
--- eight joint equations, one degree of freedom. It falls from rest until the
--- coupler's centre meets a stop at the height `stop`. The one freedom ends
--- there: the compression brings every bar to rest, and the impulse of the stop
--- is carried by all eight joints.

local perp = require "perp"
local planar_mass = 1
local a = perp.param("crank", 1, "length of the crank, m")
local b = perp.param("coupler", 1.5, "length of the coupler, m")
local c = perp.param("rocker", 1.25, "length of the rocker, m")
local d = perp.param("ground", 2, "distance of the pivots, m")
local th = perp.param("th", 1.8, "initial angle of the crank, rad")
local stop = perp.param("stop", 0.6, "height of the stop, m")
local mu = perp.param("mu", 0.2, "friction on the stop")
local alpha = perp.param("alpha", 0.5, "weight of the new velocity")
local h = perp.param("h", 0.005, "step, s")
local T = perp.param("T", 1, "duration, s")

local lengths = { a, b, c }

--- The end of bar i with sign +1 or -1, in the direction of its angle.
local function pin(q, i, sign)
  local r, angle = sign * lengths[i] / 2, q[3 * i]
  return q[3 * i - 2] + r * perp.cos(angle), q[3 * i - 1] + r * perp.sin(angle)
end

local system = perp.system {
  coordinates = { "crank.x", "crank.y", "crank.th", "coupler.x", "coupler.y",
    "coupler.th", "rocker.x", "rocker.y", "rocker.th" },
  mass = function()
    local M = {}
    for i = 1, 9 do
      M[i] = { 0, 0, 0, 0, 0, 0, 0, 0, 0 }
      M[i][i] = i % 3 ~= 0 and planar_mass or
        planar_mass * lengths[i // 3]^2 / 12
    end
    return M
  end,
  force = function()
    local w = -9.81 * planar_mass
    return { 0, w, 0, 0, w, 0, 0, w, 0 }
  end,
  joints = function(q)
    local ax, ay = pin(q, 1, -1)
    local bx, by = pin(q, 1, 1)
    local cx, cy = pin(q, 2, -1)
    local dx, dy = pin(q, 2, 1)
    local ex, ey = pin(q, 3, 1)
    local fx, fy = pin(q, 3, -1)
    return { { name = "A.x", ax }, { name = "A.y", ay },
      { name = "B.x", cx - bx }, { name = "B.y", cy - by },
      { name = "C.x", ex - dx }, { name = "C.y", ey - dy },
      { name = "D.x", fx - d }, { name = "D.y", fy } }
  end,
  contacts = function(q, v)
    return { { name = "stop", gap = q["coupler.y"] - stop,
      slips = { v["coupler.x"] }, mu = mu } }
  end,
  draw = function(q)
    local ax, ay = pin(q, 1, -1)
    local bx, by = pin(q, 1, 1)
    local dx, dy = pin(q, 2, 1)
    local fx, fy = pin(q, 3, -1)
    local x, y = q["coupler.x"], q["coupler.y"]
    return { { "line", ax, ay, bx, by }, { "line", bx, by, dx, dy },
      { "line", dx, dy, fx, fy }, { "point", ax, ay }, { "point", bx, by },
      { "point", dx, dy }, { "point", fx, fy },
      { "line", x - 0.5, stop, x + 0.5, stop }, { "push", "stop", x, y, 0, 1 } }
  end,
}

--- The closed chain at the start: C is where the circles around B and D meet,
--- on the upper side.
local bx, by = a * math.cos(th), a * math.sin(th)
local dx, dy = d - bx, -by
local r = math.sqrt(dx * dx + dy * dy)
local along = (b * b - c * c + r * r) / (2 * r)
local across = math.sqrt(b * b - along * along)
local cx = bx + (along * dx - across * dy) / r
local cy = by + (along * dy + across * dx) / r

return {
  system = system, alpha = alpha, gamma = alpha, h = h, T = T,
  q = { bx / 2, by / 2, th, (bx + cx) / 2, (by + cy) / 2,
    math.atan(cy - by, cx - bx), (cx + d) / 2, cy / 2, math.atan(cy, cx - d) },
  v = { 0, 0, 0, 0, 0, 0, 0, 0, 0 },
  figures = function(run)
    local t, moves, alternates = run.t, {}, {}
    for l = 1, #t do
      moves[l], alternates[l] = 0, 0
      for i, bar in ipairs { "crank", "coupler", "rocker" } do
        for _, key in ipairs { "x", "y", "th" } do
          local m = key == "th" and lengths[i]^2 / 12 or 1
          local v, va = run[("v.%s.%s"):format(bar, key)][l],
            run[("va.%s.%s"):format(bar, key)][l]
          moves[l] = moves[l] + m * va^2 / 2
          alternates[l] = alternates[l] + m * (v - va)^2 / 2
        end
      end
    end
    return { { name = "four_bar", columns = 2, title = "A four-bar linkage",
      panels = {
        { x = t, y = run["q.crank.th"], xlabel = "t (s)",
          ylabel = "angle of the crank (rad)" },
        { x = t, y = run["q.coupler.y"], xlabel = "t (s)",
          ylabel = "height of the coupler (m)" },
        { x = t, y = run["va.crank.th"], style = "steps", xlabel = "t (s)",
          ylabel = "rate of the crank, weighted (rad/s)" },
        { x = t, y = run["cn.stop"], style = "steps", xlabel = "t (s)",
          ylabel = "c_{n} (N s)" } } },
      { name = "four_bar_energies", title = "What moves and what alternates",
        panels = { { xlabel = "t (s)", ylabel = "kinetic energy (J)",
          series = {
            { x = t, y = moves, label = "of v^{\u{3b1}}" },
            { x = t, y = alternates, label = "of v \u{2212} v^{\u{3b1}}" } } } } } }
  end,
}
