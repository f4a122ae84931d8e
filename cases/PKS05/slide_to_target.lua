--- # With what velocity does it stop there?
---
--- A block slides on a floor that yields in both directions, without any push, and has
--- to come to rest at `target`. The rest is where the spring under it has lost its
--- stretch: up to terms that decay like $e^{-k_t T/c_t}$ and like the trembling of
--- the block,
---
--- $$v_0^2 = 2 \mu g (x_T + \mu m g / k_t)$$
---
--- in continuous time; the scheme is off by $O(h)$. The condition is on a position:
--- $M_\nu + N_\nu$ is singular, which Theorem 8 does not cover, and which does not
--- stop the secant or Newton's method.
---
---     perp run cases/PKS05/slide_to_target.lua --json
---     perp run cases/PKS05/slide_to_target.lua --set target=3 --plot figures
---
--- Shows PKS05 (13).

local perp = require "perp"
local solved = require "perp.solved"
local mu = perp.param("mu", 0.3, "coefficient of friction")
local m = perp.param("m", 1, "mass, kg")
local kt = perp.param("kt", 5000, "tangential stiffness, N/m")
local ct = perp.param("ct", 50, "tangential damping, N s/m")
local target = perp.param("target", 1, "where it comes to rest, m")
local along = perp.param("along", "", "friction or duration: continuation")
local g, kn = 10, 10000

local system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { m, 0 }, { 0, m } } end,
  force = function() return { 0, -m * g } end,
  contacts = function(q, v)
    return { { name = "floor", gap = q.y, slips = { v.x }, mu = mu,
      stiffness = { kn, kt }, damping = { 100, ct } } }
  end,
}

--- The motion by itself, as in `pushed_block` without the push: it slides, braked by mu
--- g, until the slip ends, and trembles then on its spring. Where it starts the
--- condition says: bisection for the speed whose end is the target.
local T = perp.param("T", 1.5, "duration, s")
local function motion(v)
  local bound = mu * m * g
  local function creep(z) return (-bound - kt * z[3]) / ct end
  return solved.motion({ y = { 0, v, 0 }, rate = function(_, z)
      return { z[2], -bound / m, creep(z) }
    end,
    lasts = function(_, z) return z[2] + creep(z) end,
    next = function(_, z)
      return { y = z, rate = function(_, x)
        return { x[2], (kt * x[3] - ct * x[2]) / m, -x[2] }
      end }
    end }, 1e-3)
end

local found
local function at(t)
  local low, high = 0, 2 * perp.sqrt(2 * mu * g * (target + mu * m * g / kt)) + 1
  while not found and high - low > 1e-10 do
    local v = (low + high) / 2
    if motion(v)(T) < target then low = v else high = v end
  end
  found = found or motion(low)
  return found(t)
end

return {
  system = system,
  scheme = "theta",
  theta = perp.param("theta", 0, "weight of the old value, 0 to 1"),
  h = perp.param("h", 1e-3, "step, s"),
  T = T,
  reference = function(t)
    local x, v = at(t)
    return { q = { x, -m * g / kn }, v = { v, 0 } }
  end,
  q = { 0, -m * g / kn },
  v = { perp.param("v", 1, "where the search begins, m/s"), 0 },
  delta = { floor = m * g / kn },
  ends = {
    { final = { ["q.x"] = 1 }, value = target },
    { start = { ["v.y"] = 1 }, value = 0 },
    method = perp.param("method", "any", "any or newton"),
    along = along ~= "" and along or nil,
  },
  figures = function(run)
    return { { name = "slide_to_target", title = "A block that stops at its " ..
      "target", panels = {
        { xlabel = "t (s)", ylabel = "x (m)", series = {
          { x = run.t, y = run["q.x"] },
          { x = { 0, run.t[#run.t] }, y = { target, target }, dash = true,
            label = "target" } } },
        { x = run.t, y = run["v.x"], xlabel = "t (s)", ylabel = "v (m/s)" } } } }
  end,
}
