--- # A fixed point that is found, and one that is not
---
--- A sliding block has to end with $\kappa x(T) + v(T) = \kappa x_T$. Here $M_\nu = 0$
--- and $N = (\kappa, 1, 0)$, so that $M_\nu + N_\nu = 1$, and Theorem 8 speaks of
--- the map $\Upsilon(v) = v + \kappa x_T - \kappa x(T) - v(T)$. While the block
--- slides its slope is $-\kappa T$: the iteration $v \leftarrow \Upsilon(v)$ converges
--- for $\kappa = 2$, and for $\kappa = 10$ it does not, although the same
--- solution exists.
---
--- Shows PKS05 (27), (Thm8).

local perp = require "perp"
local kappa = perp.param("kappa", 2, "weight of the position, 1/s")
local target = perp.param("target", 0.5, "x_T, m")
local mu = perp.param("mu", 0.3, "friction coefficient")
local load = perp.ratio(1, 1000) -- m: the block's weight, 10 N, in the spring

local system = perp.system {
  coordinates = { "x" },
  mass = function() return { { 1 } } end,
  contacts = function(_, v)
    return { { name = "floor", gap = -load, slips = { v.x }, mu = mu,
      stiffness = { 10000, 5000 }, damping = { 100, 50 } } }
  end,
}

local T = perp.param("T", 0.2, "duration, s")

--- The block slides from the start on, braked by mu g: x = v t - mu g t^2/2, and the
--- end gives v. It is this as long as it has not come to rest, v > mu g T.
local brake = 10 * perp.number(mu)
local k, till = perp.number(kappa), perp.number(T)
local first = (k * perp.number(target) + brake * till * (k * till / 2 + 1)) /
  (k * till + 1)

return {
  system = system,
  scheme = "theta",
  h = perp.param("h", 1e-3, "step, s"),
  T = T,
  reference = first > brake * till and function(t)
    return { q = { first * t - brake * t * t / 2 }, v = { first - brake * t } }
  end or nil,
  q = { 0 },
  v = { perp.param("v", 0, "where the search begins, m/s") },
  delta = { floor = load },
  ends = {
    { final = { ["q.x"] = kappa, ["v.x"] = 1 }, value = kappa * target },
    method = perp.param("method", "any", "any, fixed point, secant, newton"),
  },
  figures = function(run)
    return { { name = "fixed_point", title = "The solution that was found",
      panels = {
        { x = run.t, y = run["q.x"], xlabel = "t (s)", ylabel = "x (m)" },
        { x = run.t, y = run["v.x"], xlabel = "t (s)", ylabel = "v (m/s)" } } } }
  end,
}
