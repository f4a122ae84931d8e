--- # A body that tumbles
--
--- A free body turns. Nothing pushes it: with the angular velocity w in its own
--- directions and the principal inertias I,
---
---     I w' = -w x I w,
---
--- Euler's equations. In a step they are F(v) v with F = [I w]x, an
--- antisymmetric matrix: F does no work, so with alpha = 1/2 the kinetic energy
--- stays what it was, to the last bits, at every step size; with alpha = 1 each
--- step loses |v+ - v|^2_M / 2. F is frozen at the old velocity, so the motion
--- itself is of first order in h for every alpha (erratum 0-49 of GAP08). A
--- midpoint F would be needed for second order.
---
--- The default spins about the middle axis, somewhat off it: it turns over and
--- over. Closer to that axis a small error decides on which side of it the body
--- goes: with L = I w, where |L|^2 - 2 E I2 is small, alpha = 1 may cross to the
--- other side, because it loses energy and gains |L|. The quaternion's length
--- grows by (1 + h^2 |w|^2 / 4)^(1/2) a step; the geometry divides by it.
---
--- |L| should stay what it was, too, and does not: it is of first order in h
--- like the motion. With alpha = 1/2 a long run ends spinning about the axis of
--- the largest inertia, where |L| is as large as this energy allows, and no
--- longer tumbles. So the run is told to watch it:
---
---     perp run cases/GAP08/tumbling_body.lua --set T=1000

local perp = require "perp"
local spatial = require "perp.spatial"
local solved = require "perp.solved"

local function value(name, default, text)
  return perp.param(name, default, text)
end

local world = spatial.world { ground = false, gravity = { 0, 0, 0 } }
local I = { value("I1", 1, "principal inertias, kg m^2"), value("I2", 2),
  value("I3", 3) }
world:body { mass = 1, inertia = I }
world:measure { "L", function(_, v)
  return perp.sqrt((I[1] * v.wx)^2 + (I[2] * v.wy)^2 + (I[3] * v.wz)^2)
end }
local q, v = world:state { spin = {
  value("wx", 0.3, "initial angular velocity, in the body, rad/s"),
  value("wy", 1), value("wz", 0.4) } }

--- Euler's equations by themselves, with the quaternion of the body.
local motion = solved.motion({ y = { v["wx"], v["wy"], v["wz"], 1, 0, 0, 0 },
  rate = function(_, y)
    local a, b, c, p, i, j, k = table.unpack(y)
    return { (I[2] - I[3]) / I[1] * b * c, (I[3] - I[1]) / I[2] * c * a,
      (I[1] - I[2]) / I[3] * a * b, (-i * a - j * b - k * c) / 2,
      (p * a + j * c - k * b) / 2, (p * b + k * a - i * c) / 2,
      (p * c + i * b - j * a) / 2 }
  end }, 0.005)

return {
  system = world:system(), q = q, v = v,
  reference = function(t)
    local a, b, c, p, i, j, k = motion(t)
    return { q = { 0, 0, 0, p, i, j, k }, v = { 0, 0, 0, a, b, c } }
  end,
  alpha = value("alpha", 0.5, "weight of the new velocity"),
  h = value("h", 0.01, "step, s"),
  T = value("T", 40, "duration, s"),
  watch = { { "kinetic", conserved = 1e-9 }, { "L", conserved = 0.05 } },
  figures = function(run)
    local list = {}
    for _, k in ipairs { "x", "y", "z" } do
      list[#list + 1] = { x = run.t, y = run["v.w" .. k], xlabel = "t (s)",
        ylabel = ("w_{%s} (rad/s)"):format(k) }
    end
    return { { name = "tumbling_body", title = "A body that tumbles",
      panels = list } }
  end,
}
