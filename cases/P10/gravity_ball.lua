--- # A ball under gravity
--
--- Shows P10 (Newton).
--
--- q'' = -2 over the floor q = 0, from rest at q = 1: the first impact is at
--- t = 1 with speed 2, each flight is e times as long as the one before. For
--- e = 1/2 the impacts are at 1, 2, 5/2, 11/4, ... and end at t = 3; the ball
--- then rests, and so does the computed one. For e = 1 it flies for ever: each
--- impact delays it by 2h, and the energy of its flights alternates between
--- two values that differ by O(h), without drift. Flights themselves are exact
--- parabolas, because the first step takes z(h) = h G^0 / 2.

local perp = require "perp"
local ratio = perp.ratio
local e = perp.param("e", ratio(1, 2), "restitution, 0 to 1")

local system = perp.system {
  coordinates = { "q" },
  mass = function() return { { 1 } } end,
  force = function() return { -2 } end,
  contacts = function(q) return { { name = "floor", gap = q.q } } end,
  draw = function(q)
    return { { "point", 0, q.q }, { "line", -0.3, 0, 0.3, 0 },
      { "push", "floor", 0, q.q, 0, 1 } }
  end,
}

--- The exact motion: t_0 = 1, speeds 2 e^k, flights of 2 e^k seconds.
local function exact(t)
  local start, speed, bounce = 1, 2, perp.number(e)
  if t <= start then
    return 1 - t * t, -2 * t
  end
  for _ = 1, 10000 do
    speed = speed * bounce
    if speed < 1e-12 then
      return 0, 0
    elseif t <= start + speed then
      return speed * (t - start) - (t - start) ^ 2, speed - 2 * (t - start)
    end
    start = start + speed
  end
  return 0, 0
end

return {
  system = system,
  scheme = "paoli",
  e = e,
  h = perp.param("h", ratio(1, 100), "step, s"),
  T = perp.param("T", 4, "duration, s"),
  q = { 1 }, v = { 0 },
  reference = function(t)
    local q, v = exact(t)
    return { q = { q }, v = { v } }
  end,
  figures = function(run)
    local energy = {}
    for i in ipairs(run.t) do
      energy[i] = run["v.q"][i] ^ 2 / 2 +
        (i > 1 and run["q.q"][i] + run["q.q"][i - 1] or 2 * run["q.q"][1])
    end
    return { { name = "gravity_ball", title = "A ball under gravity", panels = {
      { xlabel = "t (s)", ylabel = "q (m)", series = {
        { x = { 0, run.t[#run.t] }, y = { 0, 0 }, color = "light", width = 3,
          label = "floor" },
        { x = run.t, y = run["q.q"], color = 1,
          label = "q^{n}" } } },
      { x = run.t, y = energy, style = "steps", xlabel = "t (s)",
        ylabel = "V^{2}/2 + q^{n} + q^{n+1} (J)" },
    } } }
  end,
}
