--- # Stick and slip of a block
--
--- Shows GAP08 (Fig9.1), (Ex9.2), (4.9)-(4.11), (4.12a): the figure has $v^{h,\alpha}$ and
--- $v^h$ as the steps that they are, and the position between grid points.
--
--- A block of mass m lies on the ground and is pushed to and fro by the force
--- 8 cos t (N). Friction can bear mu m g = 7.848 N, a little less than 8: the
--- block sticks nearly always, and slips for a short while around t = 0, pi,
--- 2 pi, 3 pi. A slip begins at t = k pi - acos(0.981), and then
---
---     v = 8 (sin t - sin t_s) -+ 7.848 (t - t_s)
---
--- until v is zero again. With alpha = 1/2 a sticking step reverses the
--- velocity, v^{l+1} = -v^l, as in the case ex9_1: v^h keeps swinging where the
--- block rests (bottom right), while the weighted velocity v^{h,alpha} is zero
--- there (top right). The block is a point: a body that does not turn.

local perp = require "perp"
local mu = perp.param("mu", 0.8, "coefficient of friction")
local m = perp.param("m", 1, "mass, kg")
local g = 9.81

local system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { m, 0 }, { 0, m } } end,
  force = function(t) return { 8 * perp.cos(t), -m * g } end,
  contacts = function(q, v)
    return { { name = "ground", gap = q.y, slips = { v.x }, mu = mu } }
  end,
  draw = function(q)
    return { { "line", q.x - 0.2, q.y, q.x + 0.2, q.y, q.x + 0.2, q.y + 0.25,
        q.x - 0.2, q.y + 0.25, q.x - 0.2, q.y }, { "line", 2.2, 0, 4.4, 0 },
      { "push", "ground", q.x, q.y, 0, 1 } }
  end,
}

--- The exact motion, slip by slip, as far as it is asked for. A slip ends where
--- v is zero again; the next begins at once if the force is still above the
--- friction bound, and else where 8 |cos t| reaches it. Both by bisection.
local bound = mu * m * g

local function root(f, a, b)
  while true do
    local c = (a + b) / 2
    if c == a or c == b then return c end
    if f(c) > 0 then a = c else b = c end
  end
end

local function slip(from, x, sign)
  local s, c = math.sin(from), math.cos(from)
  local function v(t)
    return (8 * (math.sin(t) - s) - sign * bound * (t - from)) / m
  end
  local last = from + 0.01
  while sign * v(last) > 0 do last = last + 0.01 end
  return { from = from, v = v, till = root(function(t) return sign * v(t) end,
    math.max(from + 1e-6, last - 0.01), last),
    x = function(t)
      return x + (8 * (c - math.cos(t) - s * (t - from)) -
        sign * bound * (t - from) ^ 2 / 2) / m
    end }
end

local function pushes(t) return 8 * math.abs(math.cos(t)) - bound end

local function next_slip(t)
  if pushes(t) <= 0 or t > 0 and pushes(t + 1e-9) <= pushes(t) then
    while pushes(t) > 0 do t = t + 0.001 end
    while pushes(t) <= 0 and t < 1000 do t = t + 0.001 end
    t = root(function(u) return -pushes(u) end, t - 0.001, t)
  end
  return t, math.cos(t) > 0 and 1 or -1
end

local slips = {}
local function motion(t)
  local last = slips[#slips]
  while bound < 8 and (not last or last.till < t) do
    local from, sign = next_slip(last and last.till or 0)
    last = slip(from, last and last.x(last.till) or 3, sign)
    slips[#slips + 1] = last
  end
  local x = 3
  for _, s in ipairs(slips) do
    if t < s.from then return x, 0 end
    if t < s.till then return s.x(t), s.v(t) end
    x = s.x(s.till)
  end
  return x, 0
end

return {
  system = system,
  reference = function(t)
    local x, v = motion(t)
    return { q = { x, 0 }, v = { v, 0 } }
  end,
  alpha = perp.param("alpha", 0.5, "weight of the new velocity"),
  gamma = perp.param("gamma", 0.5, "weight in the position, 0 to 1"),
  h = perp.param("h", 0.01, "step, s"),
  T = perp.param("T", 10, "duration, s"),
  q = { x = 3, y = 0 },
  v = { x = 0, y = 0 },
  figures = function(run)
    local t = run.t
    return { { name = "fig9_1", columns = 2, title = "Stick and slip", panels = {
      { rows = 2, x = t, y = run["q.x"], xlabel = "t (s)", ylabel = "x (m)" },
      { x = t, y = run["va.x"], style = "steps", xlabel = "t (s)",
        ylabel = "v^{h,\u{3b1}} (m/s)" },
      { x = t, y = run["v.x"], style = "steps", xlabel = "t (s)",
        ylabel = "v^{h} (m/s)" },
    } } }
  end,
}
