--- # Stick and slip of a block
--
--- Shows GAP08 (Fig9.1), (Ex9.2).
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
}

return {
  system = system,
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
