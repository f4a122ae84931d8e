--- # Resonance of an impact oscillator
--
--- Shows P10 (Newton).
--
--- q'' + q = sin 2t over a floor at q = 0, starting there with the velocity v0.
--- Twice the natural frequency is the resonance of the *impacting* oscillator:
--- impacts come at exactly t = k pi, and the speeds before them obey
---
---     w_{k+1} = e w_k + 4/3,   w_1 = v0 + 4/3.
---
--- For e = 1 they grow linearly and without end, for e < 1 they tend to
--- 4/(3 (1 - e)). With h = pi/n every impact falls on a node.

local perp = require "perp"
local pi = 3.141592653589793
local n = perp.param("n", 200, "steps per half period")
local e = perp.param("e", 0.5, "restitution, 0 to 1")
local half = perp.param("periods", 12, "half periods to run")
local v0 = perp.param("v0", 0.5, "initial velocity, m/s")

local system = perp.system {
  coordinates = { "q" },
  mass = function() return { { 1 } } end,
  force = function(t, q) return { perp.sin(2 * t) - q.q } end,
  contacts = function(q) return { { name = "floor", gap = q.q } } end,
}

--- Between k pi and (k + 1) pi, q = -sin(2t)/3 + B sin(t - k pi); B is 2/3 and the
--- speed behind the impact.
local function motion(t)
  local speed = perp.number(v0)
  local k = math.floor(t / pi + 1e-12)
  for _ = 1, k do speed = perp.number(e) * (speed + 4 / 3) end
  local s, B = t - k * pi, speed + 2 / 3
  return { q = { -math.sin(2 * s) / 3 + B * math.sin(s) },
    v = { -2 / 3 * math.cos(2 * s) + B * math.cos(s) } }
end

return {
  system = system,
  scheme = "paoli",
  e = e,
  reference = motion,
  h = pi / n, T = half * pi,
  q = { 0 }, v = { v0 },
  figures = function(run)
    local at, w, speed = {}, {}, perp.number(v0)
    for k = 1, half do
      speed = (k == 1 and 1 or perp.number(e)) * speed + 4 / 3
      at[k], w[k] = k * pi, -speed
    end
    return { { name = "resonance", title = "Resonance", panels = {
      { xlabel = "t (s)", ylabel = "q (m)", series = {
        { x = { 0, run.t[#run.t] }, y = { 0, 0 }, color = "light", width = 3,
          label = "floor" },
        { x = run.t, y = run["q.q"], color = 1,
          label = "q" } } },
      { xlabel = "t (s)", ylabel = "V (m/s)", series = {
        { x = run.t, y = run["v.q"], style = "steps", label = "V^{n}" },
        { x = at, y = w, style = "points", label = "\u{2212}w_{k}" } } },
    } } }
  end,
}
