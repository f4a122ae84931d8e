--- # A ball that falls on the ground, in the phase plane
--
--- Shows HP23 (Fig6).
--
--- One coordinate, the gap itself. The ball falls, hits the ground and stays.
--- Over s time stands still in the impact, and the path goes straight up the
--- axis of gap zero; it cannot cross it: above the origin the flow points to the
--- right, and below nothing moves but the velocity. The figure has the path,
--- and what a step of duration h with the normal impulse c adds to s, h + c.

local perp = require "perp"
local height = perp.param("height", 1, "height at the start, m")
local vz = perp.param("vz", 0, "velocity at the start, m/s")
local g = perp.param("g", 9.81, "gravity, m/s^2")
local h = perp.param("h", 1 / 256, "step, s")
local T = perp.param("T", 1, "duration, s")

local system = perp.system {
  coordinates = { "z" },
  mass = function() return { { 1 } } end,
  force = function() return { -g } end,
  contacts = function(q) return { { name = "ground", gap = q.z } } end,
}

return {
  system = system, h = h, T = T, alpha = 1/2, gamma = 1/2,
  q = { height }, v = { vz },
  figures = function(run)
    local s, sum = {}, 0
    for i = 1, #run.t do
      sum = sum + run["cn.ground"][i]
      s[i] = run.t[i] + sum
    end
    return { { name = "fig6", columns = 2, title = "A falling ball", panels = {
      { xlabel = "gap (m)", ylabel = "velocity (m/s)",
        series = { { x = run["q.z"], y = run["v.z"], style = "marked" } } },
      { xlabel = "s (s and N s)", ylabel = "t (s)",
        series = { { x = s, y = run.t } } } } } }
  end,
}
