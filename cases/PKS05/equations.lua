--- # The equations of compliant contact, put to a run
---
--- Shows PKS05 (1), (2), (5)-(12), (15)-(17), (34), (35), (Def2): the figures have
--- what each of them leaves, in formulas that are written here by hand.
---
--- A point slides on a floor that yields, pushed to and fro in both directions,
--- with stiffness and damping that couple the normal and the two slips. Its
--- coordinate y turns with x, q' = Gamma(q) v, so that Gamma is not the identity.
--- What a step promises, (5) to (10), (15) to (17), is left up to what the solver
--- leaves; what the motion promises, (1), (2) and Definition 2, falls with h, and a
--- second figure has the integrals of Definition 2 against h.
---
---     perp run cases/PKS05/equations.lua --plot figures
---
--- With `claimed` the formulas are given another friction than the system, and the
--- first equation that notices refuses the run.

local perp = require "perp"
local residuals = require "perp.residuals"
local mu = perp.param("mu", 0.3, "coefficient of friction")
local claimed = perp.param("claimed", mu, "friction in the formulas")
local theta = perp.param("theta", 0, "weight of the old value, 0 to 1")
local k = perp.param("k", 500, "unit of the stiffness, N/m")
local h = perp.param("h", 0.002, "step, s")
local T = perp.param("T", 1, "duration, s")
local runs = perp.param("runs", 4, "runs with h, h/2, ... for Definition 2")
local m, drag, g, twist = 1.5, 0.4, 9.81, 0.25

--- Over the rows n, t, o.
local K = { { 2 * k, 0.3 * k, 0.2 * k }, { 0.3 * k, 1.5 * k, 0.1 * k },
  { 0.2 * k, 0.1 * k, k } }
local C = {}
for i, row in ipairs(K) do
  C[i] = {}
  for j, x in ipairs(row) do C[i][j] = 0.02 * x * (i == j and 1.5 or 1) end
end

local function force(cos, t, v)
  return { 9 * cos(3 * t) - drag * v[1], 7 * cos(5 * t + 1) - drag * v[2],
    -m * g }
end

local system = perp.system {
  coordinates = { "x", "y", "z" }, velocities = { "u", "w", "s" },
  mass = { { m, 0, 0 }, { 0, m, 0 }, { 0, 0, m } },
  force = function(t, _, v) return force(perp.cos, t, { v.u, v.w, v.s }) end,
  rates = function(q)
    return { { 1, 0, 0 }, { 0, 1, twist * q.x }, { 0, 0, 1 } }
  end,
  contacts = function(q, v)
    return { { name = "floor", gap = q.z, slips = { v.u, v.w }, mu = mu,
      stiffness = K, damping = C } }
  end,
}

--- ## The same terms, as numbers

local function sum(a, x, b, y)
  local out = {}
  for i = 1, 3 do out[i] = a * x[i] + b * y[i] end
  return out
end

local function times(A, x)
  local out = {}
  for i = 1, 3 do
    out[i] = A[i][1] * x[1] + A[i][2] * x[2] + A[i][3] * x[3]
  end
  return out
end

--- A^{-1} b by Cramer's rule.
local function solve(A, b)
  local function det(p, q, r)
    return p[1] * (q[2] * r[3] - q[3] * r[2]) -
      p[2] * (q[1] * r[3] - q[3] * r[1]) + p[3] * (q[1] * r[2] - q[2] * r[1])
  end
  local out, d = {}, det(A[1], A[2], A[3])
  for i = 1, 3 do
    local B = {}
    for j = 1, 3 do
      B[j] = { A[j][1], A[j][2], A[j][3] }
      B[j][i] = b[j]
    end
    out[i] = det(B[1], B[2], B[3]) / d
  end
  return out
end

local hKC = {}
for i = 1, 3 do
  hKC[i] = {}
  for j = 1, 3 do hKC[i][j] = h * K[i][j] + C[i][j] end
end

local function rates(q, v) return { v[1], v[2] + twist * q[1] * v[3], v[3] } end

--- Rows l and l + 1 of the table. Forces in the order n, t, o; the velocities of a
--- contact's rows are s, u, w.
local function terms(run)
  local function row(l, what, names)
    local out = {}
    for i, name in ipairs(names) do out[i] = run[what .. name][l] end
    return out
  end
  local xyz, uws, nto = { "x", "y", "z" }, { "u", "w", "s" }, { "n", "t", "o" }
  return function(l)
    local w = { q = row(l, "q.", xyz), v = row(l, "v.", uws),
      p = row(l + 1, "q.", xyz), u = row(l + 1, "v.", uws),
      old = row(l, "delta.floor.", nto), new = row(l + 1, "delta.floor.", nto),
      lam = row(l + 1, "lam.floor.", nto), t = run.t[l + 1] }
    w.mean = sum(theta, w.v, 1 - theta, w.u)
    w.rate = sum(1 / h, w.new, -1 / h, w.old)
    w.slip = sum(1, w.rate, 1, { w.mean[3], w.mean[1], w.mean[2] })
    w.push = { w.lam[2], w.lam[3], w.lam[1] }
    return w
  end
end

--- ## What is left

local tight = 1e-8
local lack, both = residuals.lack, residuals.both

local function length(a, b) return math.sqrt(a * a + b * b) end

local function step(run, of)
  local put = residuals.put(run)
  put("(12)", "m", 0, function(l)
    return l == 1 and lack(of(1).q[3] + of(1).old[1]) or nil
  end)
  put("(15)", "m/s", tight, function(l)
    local w = of(l)
    local k_ = sum(1, force(math.cos, w.t, w.mean), 1, w.push)
    return sum(1, w.u, -1, sum(1, w.v, h / m, k_))
  end)
  put("(15): q", "m", tight, function(l)
    local w = of(l)
    return sum(1, w.p, -1, sum(1, w.q, h, rates(w.q, w.mean)))
  end)
  put("(5), (16)", "N", tight, function(l)
    local w = of(l)
    return sum(1, w.lam, -1, sum(1, times(K, w.new), 1, times(C, w.rate)))
  end)
  put("(6), (16)", "m", tight, function(l)
    local w = of(l)
    return both(w.q[3] + h * w.mean[3] + w.new[1], w.lam[1])
  end)
  put("(7): cone", "N", tight, function(l)
    local w = of(l)
    return lack(claimed * w.lam[1] - length(w.lam[2], w.lam[3]))
  end)
  put("(7)-(9)", "W", tight, function(l)
    local w = of(l)
    return w.slip[2] * w.lam[2] + w.slip[3] * w.lam[3] +
      claimed * w.lam[1] * length(w.slip[2], w.slip[3])
  end)
  local function bracket(w) -- of (10), (11): the slip by C^{-1}
    local y = solve(C, sum(1, w.lam, -1, times(K, w.new)))
    return y[2] + w.mean[1], y[3] + w.mean[2]
  end
  put("(10), (11)", "W", tight, function(l)
    local w = of(l)
    local a, b = bracket(w)
    return lack(-claimed * w.lam[1] * length(a, b) - w.lam[2] * a -
      w.lam[3] * b)
  end)
  put("(17)", "m", tight, function(l)
    local w = of(l)
    return sum(1, sum(1, w.new, -1, w.old), -h,
      solve(hKC, sum(1, w.lam, -1, times(K, w.old))))
  end)
  return put:figure("step", "What the step's equations leave")
end

--- At the end of the step: O(h).
local function motion(run, of)
  local put = residuals.put(run)
  put("(1)", "N", nil, function(l)
    local w = of(l)
    return sum(m / h, sum(1, w.u, -1, w.v), -1,
      sum(1, force(math.cos, w.t, w.u), 1, w.push))
  end)
  put("(2)", "m/s", nil, function(l)
    local w = of(l)
    return sum(1 / h, sum(1, w.p, -1, w.q), -1, rates(w.p, w.u))
  end)
  return put:figure("motion", "What the motion's equations leave")
end

local function experiment(name, length_of_step)
  return { name = name, system = system, scheme = "theta", theta = theta,
    h = length_of_step, T = T, q = { 0, 0, -0.01 }, v = { 0, 0, 0 },
    delta = { floor = 0.011 } }
end

--- Definition 2, (34), (35) against h, from the runs' own integrals.
local keys = { "D2a_motion", "D2a_rate", "D2a_law", "D2b_inside",
  "D2b_contact", "D2c_friction", "D34_leaves" }
local hs, curves, forces = {}, {}, {}
for i, key in ipairs(keys) do
  curves[i] = { x = hs, y = {}, label = key:gsub("_", " "), style = "marked" }
end

local function add(run, length_of_step)
  hs[#hs + 1] = length_of_step
  for i, key in ipairs(keys) do
    local left = run.summary[key]
    curves[i].y[#hs] = left > 1e-12 and left or 0 -- rounding is not drawn
  end
  forces[#hs] = run.summary.D35_force
end

for i = runs, 2, -1 do
  local length_of_step = h / 2 ^ (i - 1)
  add(perp.simulate(experiment("halved" .. i, length_of_step)), length_of_step)
end

local main = experiment("equations", h)
function main.figures(run)
  local of = terms(run)
  add(run, h)
  for _, s in ipairs(curves) do
    local none = math.max(table.unpack(s.y)) == 0
    s.label = s.label .. (none and ": rounding" or "")
  end
  return { step(run, of), motion(run, of), { name = "weak", height = 560,
    title = "Definition 2, (34) and (35)", panels = { { xlabel = "h (s)",
      ylabel = "left (SI)", xscale = "log", yscale = "log", slope = 1, rows = 2,
      series = curves }, { x = hs, y = forces, xlabel = "h (s)",
      xscale = "log", ylabel = "D35: largest force (N)", style = "marked" } } } }
end
return main
