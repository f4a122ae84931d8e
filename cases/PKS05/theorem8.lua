--- # Ends that Theorem 8 covers
---
--- The theorem wants $e^{T\psi_x} < 1 + 1/\|(M_\nu + N_\nu)^{-1} N\|$, where $\psi_x$ grows
--- with stiffness over damping and $1/\sigma_s$: a soft contact, a short time, and an
--- end that counts for little beside the start,
---
--- $$v(0) + \alpha\, x(T) + \beta\, v(T) + \gamma\, \delta_n(T) = b.$$
---
---     perp hypotheses cases/PKS05/theorem8.lua
---     perp run cases/PKS05/theorem8.lua --json
---
--- Shows PKS05 (28), (31), (Thm8).

local perp = require "perp"
local alpha = perp.param("alpha", 0.05, "weight of the position, 1/s")
local beta = perp.param("beta", 0.1, "weight of the velocity")
local gamma = perp.param("gamma", 0.05, "weight of the deformation, 1/s")
local b = perp.param("b", 0.2, "right-hand side, m/s")
local mu = perp.param("mu", 0.2, "coefficient of friction")
local k = perp.param("k", 1, "stiffness, N/m")

local system = perp.system {
  coordinates = { "x" },
  mass = function() return { { 1 } } end,
  contacts = function(_, v)
    return { { name = "floor", gap = -0.5, slips = { v.x }, mu = mu,
      stiffness = k, damping = 1 } }
  end,
}

local T = perp.param("T", 0.2, "duration, s")

--- The floor is half a metre deep throughout and presses with k/2; the block slides
--- all the time, braked by mu k/2, and the end gives v(0).
local brake, till = perp.number(mu) * perp.number(k) / 2, perp.number(T)
local A, B = perp.number(alpha), perp.number(beta)
local first = (perp.number(b) - perp.number(gamma) / 2 + brake * till *
  (A * till / 2 + B)) / (1 + A * till + B)

return {
  system = system,
  scheme = "theta",
  h = perp.param("h", 1e-3, "step, s"),
  T = T,
  reference = first > brake * till and function(t)
    return { q = { first * t - brake * t * t / 2 }, v = { first - brake * t } }
  end or nil,
  q = { 0 },
  v = { 0 },
  delta = { floor = 0.5 },
  ends = { { start = { ["v.x"] = 1 }, value = b, final = { ["q.x"] = alpha,
    ["v.x"] = beta, ["delta.floor.n"] = gamma } } },
}
