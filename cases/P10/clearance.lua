--- # Two masses with clearance
--
--- Shows P10 (scheme).
--
--- Masses 2 and 1 on a line, joined with a clearance: |q2 - q1| <= 1. The
--- light one flies, hits a stop, takes the heavy one along or is thrown back,
--- hits the other. No force acts from outside, and both gradients, (1,-1) and
--- (-1,1), leave the total momentum 2 q1' + q2' alone; the scheme conserves it
--- exactly in every step, at any h and any e.

local perp = require "perp"
local ratio = perp.ratio

local system = perp.system {
  coordinates = { "q1", "q2" },
  mass = function() return { { 2, 0 }, { 0, 1 } } end,
  contacts = function(q)
    return { { name = "front", gap = 1 - (q.q2 - q.q1) },
      { name = "back", gap = 1 + (q.q2 - q.q1) } }
  end,
}

local e = perp.param("e", ratio(1, 2), "restitution, 0 to 1")

--- The centre of mass goes on with 1/3; the distance d = q2 - q1 goes to and fro
--- between -1 and 1, at each stop with e times its speed.
local function motion(t)
  local start, d, speed, side = 0, 0, 1, 1
  while speed > 1e-9 and t >= start + (1 - side * d) / speed do
    start = start + (1 - side * d) / speed
    d, speed, side = side, speed * perp.number(e), -side
  end
  d = speed > 1e-9 and d + side * speed * (t - start) or d
  speed = speed > 1e-9 and side * speed or 0
  return { q = { (t - d) / 3, (t + 2 * d) / 3 },
    v = { (1 - speed) / 3, (1 + 2 * speed) / 3 } }
end

return {
  system = system,
  scheme = "paoli",
  e = e,
  reference = motion,
  h = perp.param("h", ratio(1, 50), "step, s"),
  T = perp.param("T", 8, "duration, s"),
  q = { 0, 0 }, v = { 0, 1 },
  figures = function(run)
    return { { name = "clearance", title = "Two masses with clearance",
      panels = {
        { xlabel = "t (s)", ylabel = "q (m)", series = {
          { x = run.t, y = run["q.q1"], label = "q_{1}" },
          { x = run.t, y = run["q.q2"], label = "q_{2}" } } },
        { xlabel = "t (s)", ylabel = "V (m/s)", series = {
          { x = run.t, y = run["v.q1"], style = "steps", label = "q_{1}" },
          { x = run.t, y = run["v.q2"], style = "steps", label = "q_{2}" } } },
      } } }
  end,
}
