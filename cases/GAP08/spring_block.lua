--- # A block on a spring, with dry friction
--
--- A block of mass 1 on a rough table is held by a spring of stiffness w^2 and
--- let go at x0. While it moves to the left friction adds mu g, and the motion is
--- a cosine around d = mu g / w^2; to the right, around -d. Each swing lasts
--- exactly pi / w and ends with velocity zero; the first one that ends within d
--- of the middle is the last. So the events of this motion, the ends of the
--- swings, fall on the grid whenever h divides the half period: then
--- alpha = gamma = 1/2 has order 2, and with a half period that is no multiple
--- of h it is seen what an event costs that is not on the grid.
--
---     perp converge cases/GAP08/spring_block.lua --h 1/10,1/20,1/40,1/80
---     perp converge cases/GAP08/spring_block.lua --set half=0.97 --h 1/10,1/20,1/40

local perp = require "perp"
local mu = perp.param("mu", 0.1, "coefficient of friction")
local x0 = perp.param("x0", 1, "where the block is let go, m")
local half = perp.param("half", 1, "half a period, s: h divides it or not")
local alpha = perp.param("alpha", 0.5, "weight of the new velocity")
local g, pi = 9.81, 3.141592653589793
local w = pi / half
local d = mu * g / w ^ 2

local system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  force = function(t, q) return { -w ^ 2 * q.x, -g } end,
  contacts = function(q, v)
    return { { name = "table", gap = q.y, slips = { v.x }, mu = mu } }
  end,
}

--- Swing by swing. At the end of one the next begins if the spring is stronger
--- than friction.
local function motion(t)
  local x, from = x0, 0
  while math.abs(x) > d do
    local middle = x > 0 and d or -d
    if t <= from + half then
      local a = w * (t - from)
      return middle + (x - middle) * math.cos(a), -w * (x - middle) * math.sin(a)
    end
    x, from = 2 * middle - x, from + half
  end
  return x, 0
end

return {
  system = system,
  alpha = alpha,
  gamma = perp.param("gamma", alpha, "weight in the position, 0 to 1"),
  h = perp.param("h", 0.02, "step, s"),
  T = perp.param("T", 3, "duration, s"),
  q = { x = x0, y = 0 }, v = { 0, 0 },
  reference = function(t)
    local x, v = motion(t)
    return { q = { x, 0 }, v = { v, 0 } }
  end,
  figures = function(run)
    return { { name = "spring_block", title = "A block on a spring",
      panels = {
        { x = run.t, y = run["q.x"], xlabel = "t (s)", ylabel = "x (m)" },
        { x = run.t, y = run["va.x"], style = "steps", xlabel = "t (s)",
          ylabel = "v^{h,\u{3b1}} (m/s)" } } } }
  end,
}
