--- # The equations of a step, put to a run
---
--- Shows GAP08 (2.1)-(2.3), (2.7), (4.1)-(4.3), (4.4a)-(4.4f), (4.5), (4.7), (4.8),
--- (4.12b), (4.17), (4.18), (6.1)-(6.4), (6.7), (6.10), (6.11), (7.4), (7.5), (7.12),
--- (7.13), (7.15), (8.1), (8.10), (8.15): the figures have what each of them
--- leaves, row by row, in formulas that are written here by hand.
---
--- A block of mass m lies on the ground and is hauled by a rope that runs over a
--- pulley at height H; at the rope's other end a weight sinks by s. A spring holds
--- the block, the air slows it, a push goes to and fro. The block is charged, and
--- the weight turns a coil whose field is B ds/dt: this force, F(v) v, turns the
--- velocity, does no work and is bilinear in v, like a Coriolis force.
---
--- What a step promises is left up to rounding, and bounded: (4.4), (4.7), (4.8),
--- (4.17), (4.18), (7.4), (8.10). What it promises up to O(h) or O(h^2) is drawn:
--- half the step, and it falls by two or by four.
---
---     perp run cases/GAP08/equations.lua --plot figures
---     perp run cases/GAP08/equations.lua --plot figures --set h=0.005
---
--- Parameters with which the block leaves the ground and comes back make a
--- collision, which is another problem: (4.4a) says so and ends the run.
---
--- With `claimed` the formulas are given another alpha than the run, and the first
--- equation that notices refuses the run.

local perp = require "perp"
local residuals = require "perp.residuals"
local alpha = perp.param("alpha", 0.5, "weight of the new velocity")
local gamma = perp.param("gamma", alpha, "weight in the position, 0 to 1")
local claimed = perp.param("claimed", alpha, "alpha that the formulas take")
local mu = perp.param("mu", 0.4, "coefficient of friction")
local field = perp.param("B", 0.5, "of the coil, N s^2/m^2")
local h = perp.param("h", 0.01, "step, s")
local T = perp.param("T", 4, "duration, s")
local m, weight, spring, drag, g, H = 2, 0.5, 3, 0.7, 9.81, 1.5

--- The force without F(v) v, in the order x, y, s; on symbols and on numbers.
local function k1(cos, t, q, v)
  return { -spring * q[1] - drag * v[1] + 24 * cos(2 * t),
    -m * g - drag * v[2], weight * g - drag * v[3] }
end

local system = perp.system {
  coordinates = { "x", "y", "s" },
  mass = { { m, 0, 0 }, { 0, m, 0 }, { 0, 0, weight } },
  force = function(t, q, v)
    return k1(perp.cos, t, { q.x, q.y, q.s }, { v.x, v.y, v.s })
  end,
  coriolis = function(_, v)
    return { { 0, field * v.s, 0 }, { -field * v.s, 0, 0 }, { 0, 0, 0 } }
  end,
  joints = function(q)
    return { { name = "rope",
      perp.sqrt(q.x * q.x + (H - q.y) * (H - q.y)) + q.s - 3 } }
  end,
  contacts = function(q, v)
    return { { name = "ground", gap = q.y, slips = { v.x }, mu = mu } }
  end,
}

--- ## The same terms, as numbers

local M = { m, m, weight } -- diagonals
local Kq, Kv = { -spring, 0, 0 }, { -drag, -drag, -drag }

local function sum(a, x, b, y)
  local out = {}
  for i = 1, 3 do out[i] = a * x[i] + b * y[i] end
  return out
end

local function dot(x, y) return x[1] * y[1] + x[2] * y[2] + x[3] * y[3] end
local function times(d, x) return { d[1] * x[1], d[2] * x[2], d[3] * x[3] } end

--- F(u) v.
local function F(u, v)
  return { field * u[3] * v[2], -field * u[3] * v[1], 0 }
end

local function theta(q)
  return math.sqrt(q[1] ^ 2 + (H - q[2]) ^ 2) + q[3] - 3
end

local function nu(q)
  local r = math.sqrt(q[1] ^ 2 + (H - q[2]) ^ 2)
  return { q[1] / r, (q[2] - H) / r, 1 }
end

--- A row of the table, and the step that leads to it: (4.5), (4.17) and the
--- impulses z. The rope's impulse is no column; the weight's row of (4.4b) has
--- it alone, and the two rows of the block are then a test.
local function terms(run)
  local function row(l, name)
    return { run[name .. ".x"][l], run[name .. ".y"][l], run[name .. ".s"][l] }
  end
  return function(l)
    local w = { q = row(l, "q"), v = row(l, "v"), p = row(l + 1, "q"),
      u = row(l + 1, "v"), cn = run["cn.ground"][l + 1],
      ft = run["ft.ground"][l + 1], nu = nu(row(l, "q")) }
    local a, t, tp = claimed, run.t[l], run.t[l + 1]
    w.x = sum(a, w.u, 1 - a, w.v)
    w.dv = sum(1, w.u, -1, w.v)
    w.before, w.after = k1(math.cos, t, w.q, w.v), k1(math.cos, tp, w.q, w.v)
    local mixed = sum(1 - a, w.before, a, w.after)
    w.bar = sum(h, mixed, a * h * h, times(Kq, w.v))
    w.tilde = sum(1, w.bar, h, F(w.v, w.v))
    function w.Mbar(x)
      return sum(1, times(M, x), -a * h, sum(1, times(Kv, x), gamma * h,
        times(Kq, x)))
    end
    function w.Mtilde(x) return sum(1, w.Mbar(x), -a * h, F(w.v, x)) end
    w.left = sum(1, w.Mtilde(w.dv), -1, w.tilde)
    w.cnu = w.left[3] / w.nu[3]
    w.z = sum(w.cnu, w.nu, 1, { w.ft, w.cn, 0 })
    w.slip = math.abs(w.x[1]) -- lambda
    return w
  end
end

--- ## What is left

local tight = 1e-11

--- (4.4), (4.7), (4.8): the mixed problem itself.
local function step(run, of)
  local put, both = residuals.put(run), residuals.both
  put("(4.4a)", "m", tight, function(l)
    local w = of(l)
    return sum(1, w.p, -1, sum(1, w.q, h, sum(1 - gamma, w.v, gamma, w.u)))
  end)
  put("(4.4b)", "N s", tight, function(l)
    return sum(1, of(l).left, -1, of(l).z)
  end)
  put("(4.4c)", "m/s", tight, function(l) return dot(of(l).nu, of(l).x) end)
  put("(4.4d)", "m/s", tight, function(l)
    return both(of(l).x[2], of(l).cn)
  end)
  put("(4.4e)", "m/s", tight, function(l)
    local w = of(l)
    return { (w.slip + w.x[1]) * math.max(w.ft, 0),
      (w.slip - w.x[1]) * math.max(-w.ft, 0) }
  end)
  put("(4.4f)", "N s", tight, function(l)
    local w = of(l)
    return both(mu * w.cn - math.abs(w.ft), w.slip)
  end)
  put("(4.7)", "N s", tight, function(l)
    local w, a = of(l), claimed
    return sum(1, sum(1, w.Mtilde(w.x), -a, w.z), -1,
      sum(1, w.Mtilde(w.v), a, w.tilde))
  end)
  put("(4.8)", "J", tight, function(l)
    local w, a = of(l), claimed
    return { a * w.cn * w.x[2], a * (mu * w.cn - math.abs(w.ft)) * w.slip }
  end)
  put("(4.18), (7.4)", "N s", tight, function(l)
    local w = of(l)
    return sum(1, sum(1, w.Mbar(w.dv), -1, w.z), -1,
      sum(1, w.bar, h, F(w.v, w.x)))
  end)
  return put:figure("step", "What the step's equations leave")
end

--- What (4.5) and (4.17) are made of: entries of the matrix that are not those of
--- M, and the impulses of the force beside h k(t, q, v).
local function matrices(run, of)
  local x, t, off, on, k, kbar, hk = { 1, 0, 0 }, {}, {}, {}, {}, {}, {}
  for l = 1, #run.t - 1 do
    local w = of(l)
    t[l] = run.t[l + 1]
    off[l], on[l] = w.Mtilde(x)[2], w.Mtilde(x)[1] - m
    k[l], kbar[l] = w.tilde[1], w.bar[1]
    hk[l] = h * (w.before[1] + F(w.v, w.v)[1])
  end
  return { name = "matrices", columns = 2, title = "The terms of a step",
    panels = { { xlabel = "t (s)", ylabel = "mass (kg)", series = {
      { x = t, y = off, label = "(4.5) yx" },
      { x = t, y = on, label = "(4.5) xx \u{2212} m" } } },
      { xlabel = "t (s)", ylabel = "impulse (N s)", series = {
      { x = t, y = k, label = "(4.5) k_{x}" },
      { x = t, y = kbar, label = "(4.17) k_{x}" },
      { x = t, y = hk, dash = true, label = "h k_{x}" } } } } }
end

--- (7.5), (8.1): v = nu u + nu_perp w with the columns (1, 0, -nu_x) and
--- (0, 1, -nu_y) of nu_perp. u of v^l is the part that alternates for alpha = 1/2,
--- that of v^{l,alpha} is zero.
local function parts(run, of)
  local t, u, ua, w = {}, {}, {}, {}
  for l = 1, #run.t - 1 do
    local s = of(l)
    local size = dot(s.nu, s.nu)
    t[l] = run.t[l + 1]
    u[l], ua[l] = dot(s.nu, s.u) / size, dot(s.nu, s.x) / size
    w[l] = s.u[1] - u[l] * s.nu[1]
  end
  return { name = "parts", columns = 2, title = "Along the rope, and across",
    panels = { { xlabel = "t (s)", ylabel = "u (m/s)", series = {
      { x = t, y = u, label = "of v^{l}" },
      { x = t, y = ua, label = "of v^{l,\u{3b1}}" } } },
      { x = t, y = w, xlabel = "t (s)", ylabel = "w_{1} (m/s)" } } }
end

--- What is true of the motion and not of a step: O(h), O(h^2), or drift.
local function motion(run, of)
  local put = residuals.put(run)
  put("(4.1)", "N s", nil, function(l)
    local w = of(l)
    local k = sum(1, k1(math.cos, run.t[l + 1], w.p, w.u), 1, F(w.u, w.u))
    return sum(1, sum(1, times(M, w.dv), -1, w.z), -h, k)
  end)
  put("(4.2)", "N", nil, function(l)
    local w = of(l)
    return sum(1, F(w.u, w.u), -1,
      sum(1, F(w.v, w.v), claimed, F(w.v, w.dv)))
  end)
  put("(4.3)", "N", nil, function(l)
    local w, a = of(l), claimed
    local k = sum(1 - a, w.before, a, w.after)
    k = sum(1, k, a * h, times(Kq, w.v))
    k = sum(1, k, a, times(sum(1, Kv, gamma * h, Kq), w.dv))
    return sum(1, k1(math.cos, run.t[l + 1], w.p, w.u), -1, k)
  end)
  put("(6.2)", "N", nil, function(l)
    local w = of(l)
    local k = sum(1, w.before, 1, F(w.v, w.v))
    return sum(1 / h, sum(1, times(M, w.dv), -1, w.z), -1, k)
  end)
  put("(6.11)", "N", nil, function(l) -- M dv/dt - k, beside the cone
    local w = of(l)
    local k = sum(1, w.before, 1, F(w.v, w.v))
    local z = sum(1 / h, times(M, w.dv), -1, k)
    z = sum(1, z, -z[3], w.nu)
    return residuals.lack(mu * z[2] - math.abs(z[1]))
  end)
  put("(7.12)", "m/s", nil, function(l)
    local w = of(l)
    return { w.dv[1] - w.z[1] / m, w.dv[2] - w.z[2] / m,
      w.dv[3] - w.z[3] / weight }
  end)
  put("(7.15)", "m/s", nil, function(l)
    if l == 1 then return nil end
    local w, o, a = of(l), of(l - 1), claimed
    local z, dx = sum(a, w.z, 1 - a, o.z), sum(1, w.x, -1, o.x)
    return { dx[1] - z[1] / m, dx[2] - z[2] / m, dx[3] - z[3] / weight }
  end)
  put("(8.15)", "m/s", nil, function(l)
    local w = of(l)
    return dot(nu(w.p), w.x) / dot(nu(w.p), nu(w.p))
  end)
  put("(2.1), (6.3)", "m", nil, function(l) return theta(of(l).p) end)
  return put:figure("motion", "What the motion's equations leave")
end

--- What holds of rows and of sums over them, and what follows from the step.
local function rows(run, of)
  local put, lack = residuals.put(run), residuals.lack
  local start, moved = of(1).q, { 0, 0, 0 }
  put("(2.2), (6.4)", "m", tight, function(l) return lack(of(l).p[2]) end)
  put("(2.3), (2.7)", "N s", tight, function(l)
    return { lack(of(l).cn), lack(mu * of(l).cn - math.abs(of(l).ft)) }
  end)
  put("(6.7)", "N s m", tight, function(l) return of(l).cn * of(l).p[2] end)
  put("(7.13)", "m/s", tight, function(l) return dot(of(l).nu, of(l).x) end)
  put("(8.10)", "N", tight, function(l)
    if l == 1 then return nil end
    local w, o, a = of(l), of(l - 1), claimed
    local va = sum(a, w.v, 1 - a, o.v)
    return sum(1, sum(a, F(w.v, w.x), 1 - a, F(o.v, va)), -1,
      sum(1, F(va, va), a, F(w.v, sum(1, w.x, -1, va))))
  end)
  if gamma == alpha then
    put("(4.12b), (6.1)", "m", tight, function(l)
      return sum(1, of(l).p, -1, sum(1, of(l).q, h, of(l).x))
    end)
    put("(6.10)", "m", tight, function(l)
      moved = sum(1, moved, h, of(l).x)
      return sum(1, of(l).p, -1, sum(1, start, 1, moved))
    end)
  end
  return put:figure("rows", "What follows from the step's equations")
end

return {
  system = system, h = h, T = T, alpha = alpha, gamma = gamma,
  q = { x = 0.5, y = 0, s = 3 - math.sqrt(0.25 + H * H) },
  v = { x = 0, y = 0, s = 0 },
  figures = function(run)
    local of = terms(run)
    return { step(run, of), matrices(run, of), parts(run, of), motion(run, of),
      rows(run, of) }
  end,
}
