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

return {
  system = system,
  scheme = "theta",
  theta = perp.param("theta", 0, "weight of the old value, 0 to 1"),
  h = perp.param("h", 1e-3, "step, s"),
  T = perp.param("T", 1.5, "duration, s"),
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
