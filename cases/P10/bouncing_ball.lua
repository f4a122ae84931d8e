--- # The bouncing ball
--
--- Shows P10 (Ex1), (Ex2).
--
--- A point falls on the floor q = 0 without gravity: q_0 = 1, u_0 = -1. The
--- motion is 1 - t until t = 1 and e (t - 1) afterwards. The scheme gives, with
--
---     p = floor(1/h - (1 - e)/(1 + e)),
--
---     q^n = 1 - n h           for n <= p + 1,
---     q^n = e (n h - 1) - 2 e h   for n >= p + 2:
--
--- the rebound is the exact one, late by exactly 2h whatever h is. For e = 0
--- the ball stays on the floor, and p = floor(1/h) - 1. Only Z^n lies in K: for
--- e > 0 the node q^{p+2} = -e q^p is below the floor.
--
--- With walls=2 there is a ceiling q = 1 too, and the ball starts at q = 1/2 with
--- +1. Each impact then adds exactly 2h: after the j-th the nodes lie on the
--- exact flight as it was at t_n - 2hj, and the velocity is (-e)^j.

local perp = require "perp"
local ratio = perp.ratio
local e = perp.param("e", ratio(1, 2), "restitution, 0 to 1")
local h = perp.param("h", ratio(1, 10), "step, s")
local T = perp.param("T", 2, "duration, s")
local walls = perp.param("walls", 1, "1: the floor; 2: a ceiling at 1 too")

local system = perp.system {
  coordinates = { "q" },
  mass = function() return { { 1 } } end,
  contacts = function(q)
    return { { name = "floor", gap = q.q },
      walls == 2 and { name = "ceiling", gap = 1 - q.q } or nil }
  end,
}

--- The exact motion and its velocity: flights of length 1/e^j after the first impact.
local function exact(t)
  local bounce, speed, at, start = perp.number(e), 1, 1, 1
  if walls == 2 then
    at, start = 1, 0.5
    if t < start then
      return 0.5 + t, 1
    end
  elseif t < 1 then
    return 1 - t, -1
  else
    return bounce * (t - 1), bounce
  end
  while true do
    speed = speed * bounce
    if speed * (t - start) < 1 then
      local way = speed * (t - start)
      return at == 1 and 1 - way or way, at == 1 and -speed or speed
    end
    start, at = start + 1 / speed, 1 - at
  end
end

return {
  system = system,
  scheme = "paoli",
  e = e, h = h, T = T,
  q = { walls == 2 and ratio(1, 2) or 1 }, v = { walls == 2 and 1 or -1 },
  reference = function(t)
    local q, v = exact(t)
    return { q = { q }, v = { v } }
  end,
  figures = function(run)
    local ends = { run.t[1], run.t[#run.t] }
    local function wall(at, name)
      return { x = ends, y = { at, at }, color = "light", width = 3, label = name }
    end
    local series = { wall(0, "floor"), walls == 2 and wall(1, "ceiling") or nil }
    series[#series + 1] = { x = run.t, y = run["q.q"], style = "points",
      color = 1, label = "q^{n}" }
    return { { name = "bouncing_ball", title = "A ball without gravity",
      panels = { { xlabel = "t (s)", ylabel = "q (m)", series = series } } } }
  end,
}
