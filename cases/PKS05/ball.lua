--- # A ball on a floor that yields
--
--- Shows PKS05 (5), (6).
--
--- A point of mass m falls with 1 m/s on a floor with stiffness K and damping C,
--- under gravity. While they touch, delta = -y, so the motion is that of a damped
--- oscillator, m y'' = -m g - K y - C y'; it ends when the force is zero, which is
--- before the ball is back at y = 0. Then the ball flies and the floor creeps
--- back, delta' = -(K/C) delta, until they meet. With C = 10 the ball bounces,
--- with C = 100 it stays and settles. All pieces are in closed form, and the
--- scheme is of first order for every theta.
--
---     perp run cases/PKS05/ball.lua --rational --csv - --set T=3/1000
---     perp converge cases/PKS05/ball.lua --h 1/250,1/500,1/1000 --plot figures

local perp = require "perp"
local ratio = perp.ratio
local K = perp.param("K", 1000, "stiffness of the floor, N/m")
local C = perp.param("C", 10, "damping of the floor, N s/m")
local m = perp.param("m", 1, "mass, kg")
local g = perp.param("g", 10, "gravity, m/s^2")
local v0 = perp.param("v0", -1, "velocity at the start, m/s")

local system = perp.system {
  coordinates = { "y" },
  mass = function() return { { m } } end,
  force = function() return { -m * g } end,
  contacts = function(q)
    return { { name = "floor", gap = q.y, stiffness = K, damping = C } }
  end,
}

--- y + g m/K of a damped oscillator that starts at (y, v).
local function oscillator(y, v)
  local M, k, c = perp.number(m), perp.number(K), perp.number(C)
  local rest = perp.number(g) * M / k
  local a, w2 = c / (2 * M), k / M - (c / (2 * M)) ^ 2
  local w = math.sqrt(math.abs(w2))
  return function(t)
    local x, u = y + rest, v
    local cosine, sine -- of w t, and sin(w t) / w
    if w2 > 0 then
      cosine, sine = math.cos(w * t), math.sin(w * t) / w
    else
      local up, down = math.exp(w * t), math.exp(-w * t)
      cosine, sine = (up + down) / 2, w > 0 and (up - down) / (2 * w) or t
    end
    local decay = math.exp(-a * t)
    return decay * (x * cosine + (u + a * x) * sine) - rest,
      decay * (u * cosine - (a * u + (a * a + w2) * x) * sine)
  end
end

--- The first time after `from` at which f is negative, or nil within `long`.
local function crossing(f, long)
  local step = 1e-4
  for k = 1, math.ceil(long / step) do
    if f(k * step) < 0 then
      local a, b = (k - 1) * step, k * step
      while true do
        local c = (a + b) / 2
        if c == a or c == b then return b end
        if f(c) < 0 then b = c else a = c end
      end
    end
  end
end

--- The pieces of the motion up to the time asked for.
local pieces = {}
local function extend()
  local last = pieces[#pieces]
  local k, c, G = perp.number(K), perp.number(C), perp.number(g)
  if not last or not last.touching then
    local from = last and last.till or 0
    local at = oscillator(last and last.y or 0, last and last.v or
      perp.number(v0))
    local long = crossing(function(s)
      local y, v = at(s)
      return -k * y - c * v
    end, 20) or math.huge
    pieces[#pieces + 1] = { touching = true, from = from, till = from + long,
      at = at }
    return
  end
  local y, v = last.at(last.till - last.from)
  local function at(s) return y + v * s - G * s * s / 2, v - G * s end
  local long = crossing(function(s)
    return at(s) - y * math.exp(-k * s / c)
  end, 20) or math.huge
  local y1, v1 = at(long)
  pieces[#pieces + 1] = { from = last.till, till = last.till + long, at = at,
    y = y1, v = v1 }
end

local function motion(t)
  while #pieces == 0 or pieces[#pieces].till < t do extend() end
  for _, piece in ipairs(pieces) do
    if t <= piece.till then return piece.at(t - piece.from) end
  end
end

return {
  system = system,
  scheme = "theta",
  theta = perp.param("theta", 0, "weight of the old value, 0 to 1"),
  h = perp.param("h", ratio(1, 1000), "step, s"),
  T = perp.param("T", ratio(1, 2), "duration, s"),
  q = { 0 }, v = { v0 },
  reference = function(t)
    local y, v = motion(t)
    return { q = { y }, v = { v } }
  end,
  figures = function(run)
    return { { name = "ball", title = "A ball on a floor that yields", panels = {
      { xlabel = "t (s)", ylabel = "y (m)", series = {
        { x = run.t, y = run["q.y"], label = "y^{j}" } } },
      { x = run.t, y = run["lam.floor.n"], style = "steps",
        xlabel = "t (s)", ylabel = "\u{3bb}_{n} (N)" },
      { x = run.t, y = run["delta.floor.n"], xlabel = "t (s)",
        ylabel = "\u{3b4}_{n} (m)" },
    } } }
  end,
}
