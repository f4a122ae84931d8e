--- # The equations of the linearly implicit step, put to runs
---
--- Shows AP02 (1)-(7), (10)-(18), (26)-(35), (38), (46), (47), (51): the figures
--- have what each of them leaves, row by row, in formulas that are written here by
--- hand.
---
--- A bead A of mass 2 slides on a round hill. A rod, a joint, holds a body B one
--- metre from it; B bears a body C by a spring, a damper lies between C and A, a
--- spring with a damper between A and a post. A coil on A, whose field goes with
--- the velocity of C, turns the velocity of A: a Coriolis force, bilinear, without
--- work. Four runs: the explicit step (7), the linearly implicit one, the same with
--- positions projected, and the stiff limit.
---
---     perp run cases/AP02/equations.lua --plot figures
---     perp run cases/AP02/equations.lua --plot figures --set stiffness=200
---
--- The explicit step has a bound on stiffness and damping; beyond it that run ends
--- with an overflow, and says so.
---
--- With `claimed` the formulas are given another stiffness than the system, and
--- the first equation that notices refuses the run.

local perp = require "perp"
local residuals = require "perp.residuals"
local mu = perp.param("mu", 0.3, "coefficient of friction")
local stiffness = perp.param("stiffness", 40, "of both springs, N/m")
local damping = perp.param("damping", 6, "of both dampers, N s/m")
local claimed = perp.param("claimed", stiffness, "stiffness in the formulas")
local h = perp.param("h", 0.005, "step, s")
local T = perp.param("T", 1, "duration, s")
local g, field = 9.81, 0.4
local masses = { 2, 2, 1, 1, 0.5, 0.5 }
local names = { "xa", "ya", "xb", "yb", "xc", "yc" }
local start = { 0, 0, 0.6, -0.8, 1.2, 0 }
local post, rest = { -1, 1 }, 1.4142135623730951

--- ## The system

local function listed(of)
  local out = {}
  for i, name in ipairs(names) do out[i] = of[name] end
  return out
end

--- The distance from the point at i to the one at j, or to the post.
local function between(sqrt, q, i, j)
  local dx, dy = post[1] - q[i], post[2] - q[i + 1]
  if j then dx, dy = q[j] - q[i], q[j + 1] - q[i + 1] end
  return sqrt(dx * dx + dy * dy)
end

local function force() return { 3, -2 * g, 0, -g, 0, -g / 2 } end

local function mass()
  local out = {}
  for i = 1, 6 do
    out[i] = { 0, 0, 0, 0, 0, 0 }
    out[i][i] = masses[i]
  end
  return out
end

local system = perp.system {
  coordinates = names, mass = mass(), force = force,
  coriolis = function(_, v)
    local F = {}
    for i = 1, 6 do F[i] = { 0, 0, 0, 0, 0, 0 } end
    F[1][2], F[2][1] = -field * v.xc, field * v.xc
    return F
  end,
  joints = function(q)
    return { { name = "rod", between(perp.sqrt, listed(q), 1, 3) - 1 } }
  end,
  springs = function(q)
    local x = listed(q)
    return { { name = "bc", stiffness = stiffness,
      elongation = between(perp.sqrt, x, 3, 5) - 1 },
      { name = "post", stiffness = stiffness, damping = damping,
        elongation = between(perp.sqrt, x, 1) - rest } }
  end,
  dampers = function(q)
    return { { name = "ca", damping = damping,
      elongation = between(perp.sqrt, listed(q), 5, 1) } }
  end,
  contacts = function(q, v)
    return { { name = "hill", gap = q.ya + q.xa * q.xa / 10, mu = mu,
      slips = { v.xa - q.xa / 5 * v.ya } } }
  end,
}

--- ## The same terms, as numbers

local function sum(a, x, b, y)
  local out = {}
  for i = 1, 6 do out[i] = a * x[i] + b * y[i] end
  return out
end

local function dot(x, y)
  local s = 0
  for i = 1, 6 do s = s + x[i] * y[i] end
  return s
end

local function M(x)
  local out = {}
  for i = 1, 6 do out[i] = masses[i] * x[i] end
  return out
end

--- K_c(q, u) v = k_c(q, u, v), (28).
local function Kc(u, v)
  return { field * u[5] * v[2], -field * u[5] * v[1], 0, 0, 0, 0 }
end

--- The gradient of `between`.
local function along(q, i, j)
  local out, l = { 0, 0, 0, 0, 0, 0 }, between(math.sqrt, q, i, j)
  for k = 0, 1 do
    local e = ((j and q[j + k] or post[k + 1]) - q[i + k]) / l
    out[i + k] = -e
    if j then out[j + k] = e end
  end
  return out
end

--- phi, psi and phi-bar, in the order in which the table has their impulses: what
--- is stretched, by how much, and what it resists.
local links = {
  { column = "cs.bc", i = 3, j = 5, length = 1, k = claimed, d = 0 },
  { column = "cs.post", i = 1, length = rest, k = claimed, d = damping },
  { column = "cs.ca", i = 5, j = 1, length = 0, k = 0, d = damping },
}

local function stretch(q, link)
  return between(math.sqrt, q, link.i, link.j) - link.length
end

local function gap(q) return q[2] + q[1] ^ 2 / 10 end

--- The force of (26) but for k_1.
local function springs(q, v)
  local out = sum(-1, Kc(v, v), 0, v)
  for _, s in ipairs(links) do
    local a = along(q, s.i, s.j)
    out = sum(1, out, -(s.k * stretch(q, s) + s.d * dot(a, v)), a)
  end
  return out
end

--- The distance of x from the span of a few vectors, by Gram and Schmidt, twice.
local function beside(span, x)
  local basis = {}
  local function less(y)
    for _ = 1, 2 do
      for _, b in ipairs(basis) do y = sum(1, y, -dot(b, y), b) end
    end
    return y
  end
  for _, a in ipairs(span) do
    local b = less(a)
    basis[#basis + 1] = sum(1 / math.sqrt(dot(b, b)), b, 0, b)
  end
  return less(x)
end

--- What a step takes and gives: rows l and l + 1 of a run's table.
local function terms(run)
  local function row(l, what)
    local out = {}
    for i, name in ipairs(names) do out[i] = run[what .. "." .. name][l] end
    return out
  end
  return function(l)
    local w = { q = row(l, "q"), v = row(l, "v"), p = row(l + 1, "q"),
      u = row(l + 1, "v"), cn = run["cn.hill"][l + 1],
      ft = run["ft.hill"][l + 1] }
    w.nu = along(w.q, 1, 3)
    w.n, w.d = { w.q[1] / 5, 1, 0, 0, 0, 0 }, { 1, -w.q[1] / 5, 0, 0, 0, 0 }
    w.push = sum(w.cn, w.n, w.ft, w.d)
    w.slip = dot(w.d, w.u)
    w.lambda = math.abs(w.slip)
    return w
  end
end

--- (32) on a vector, and (33).
local function Mhat(q, v, x)
  local out = sum(1, M(x), h, Kc(v, x))
  for _, s in ipairs(links) do
    local a = along(q, s.i, s.j)
    out = sum(1, out, (h * s.d + h * h * s.k) * dot(a, x), a)
  end
  return out
end

local function khat(q)
  local out = force()
  for _, s in ipairs(links) do
    out = sum(1, out, -s.k * stretch(q, s), along(q, s.i, s.j))
  end
  return out
end

--- ## What is left

local tight = 1e-10
local lack, both = residuals.lack, residuals.both

--- (13) to (16), and what they say together, (18), (5).
local function constraints(put, of)
  put("(13)", "m/s", tight, function(l) return dot(of(l).nu, of(l).u) end)
  put("(14)", "m/s", tight, function(l)
    return both(dot(of(l).n, of(l).u), of(l).cn)
  end)
  put("(15)", "m/s", tight, function(l)
    local w = of(l)
    return { (w.lambda + w.slip) * math.max(w.ft, 0),
      (w.lambda - w.slip) * math.max(-w.ft, 0) }
  end)
  put("(16)", "N s", tight, function(l)
    local w = of(l)
    return both(mu * w.cn - math.abs(w.ft), w.lambda)
  end)
  put("(5)", "J", tight, function(l) -- the best corner of the polygon
    local w = of(l)
    return w.slip * w.ft + mu * w.cn * w.lambda
  end)
end

local function explicit(run)
  local put, of = residuals.put(run), terms(run)
  put("(7)", "N s", tight, function(l)
    local w = of(l)
    local k = sum(1, force(), 1, springs(w.q, w.v))
    local z = sum(1, M(sum(1, w.u, -1, w.v)), -h, k)
    return beside({ w.nu }, sum(1, z, -1, w.push))
  end)
  constraints(put, of)
  return put:figure("explicit", "The explicit step, (7)")
end

--- (10), (11) with the Jacobians (30), (31) are (32), (33); the problem is (17).
local function implicit(run)
  local put, of = residuals.put(run), terms(run)
  put("(12), (17)", "N s", tight, function(l)
    local w = of(l)
    local z = sum(1, Mhat(w.q, w.v, w.u), -h, khat(w.q))
    return beside({ w.nu }, sum(1, sum(1, z, -1, M(w.v)), -1, w.push))
  end)
  constraints(put, of)
  put("(18)", "J", tight, function(l)
    local w = of(l)
    return { w.cn * dot(w.n, w.u), (mu * w.cn - math.abs(w.ft)) * w.lambda }
  end)
  put("(27), (29)", "W", tight, function(l)
    return { dot(Kc(of(l).v, of(l).u), of(l).u) }
  end)
  put("(28)", "N", tight, function(l)
    local w = of(l)
    return sum(1, Kc(w.v, sum(2, w.u, 1, w.v)), -1,
      sum(2, Kc(w.v, w.u), 1, Kc(w.v, w.v)))
  end)
  return put:figure("implicit", "The linearly implicit step, (12) to (18)")
end

--- What is true of the motion: O(h), and what the approximations leave out.
local function motion(run)
  local put, of = residuals.put(run), terms(run)
  put("(1)", "m", nil, function(l)
    return between(math.sqrt, of(l).p, 1, 3) - 1
  end)
  put("(2)", "m", nil, function(l) return lack(gap(of(l).p)) end)
  put("(3)", "1", 1e-8, function(l) -- difference quotients of the gap
    local w, e, left = of(l), 2 ^ -20, {}
    for i = 1, 6 do
      local a, b = sum(1, w.q, 0, w.q), sum(1, w.q, 0, w.q)
      a[i], b[i] = a[i] + e, b[i] - e
      left[i] = (gap(a) - gap(b)) / (2 * e) - w.n[i]
    end
    return left
  end)
  put("(4)", "N s m", nil, function(l) return of(l).cn * gap(of(l).p) end)
  put("(6)", "N", nil, function(l) -- at the end of the step
    local w = of(l)
    local k = sum(1, force(), 1, springs(w.p, w.u))
    local z = sum(1 / h, sum(1, M(sum(1, w.u, -1, w.v)), -1, w.push), -1, k)
    return beside({ along(w.p, 1, 3) }, z)
  end)
  local function quotient(l, moved, turned)
    local w, e = of(l), 2 ^ -20
    local q = moved and sum(1, w.q, e, w.u) or w.q
    local v = turned and sum(1, w.v, e, w.u) or w.v
    local x = sum(1, springs(q, v), -1, springs(w.q, w.v))
    for _, s in ipairs(links) do
      local a = along(w.q, s.i, s.j)
      local k = (moved and s.k or 0) + (turned and s.d or 0)
      x = sum(1, x, e * k * dot(a, w.u), a)
    end
    return sum(1 / e, x, 0, x)
  end
  put("(10), (30)", "N/s", nil, function(l) return quotient(l, true, false) end)
  put("(11), (31)", "N", nil, function(l) return quotient(l, false, true) end)
  return put:figure("motion", "What the motion's equations leave")
end

--- The parts of (26), and the matrix and force of (32), (33), along v.
local function parts(run)
  local of, t = terms(run), {}
  local curve = { {}, {}, {}, {}, {}, {} }
  for l = 1, #run.t - 1 do
    local w = of(l)
    local link = sum(1, springs(w.q, w.v), 1, Kc(w.v, w.v))
    local values = { dot(force(), w.v), dot(link, w.v), dot(khat(w.q), w.v),
      dot(M(w.u), w.u), dot(Mhat(w.q, w.v, w.u), w.u) }
    t[l] = run.t[l + 1]
    for i, x in ipairs(values) do curve[i][l] = x end
  end
  local function drawn(i, label)
    return { x = t, y = curve[i], label = label }
  end
  return { name = "parts", columns = 2, title = "Forces, and the matrix",
    panels = { { xlabel = "t (s)", ylabel = "power (W)", series = {
      drawn(1, "(26) k_{1}"), drawn(2, "(26) links"), drawn(3, "(33)") } },
      { xlabel = "t (s)", ylabel = "v'Mv (J)", series = {
      drawn(4, "M"), drawn(5, "(32)") } } } }
end

--- (46), (47) of a run whose positions are projected in full.
local function projected(run)
  local put, of = residuals.put(run), terms(run)
  put("(46): where", "m", 1e-9, function(l)
    local w, left = of(l), {}
    left[1], left[2] = between(math.sqrt, w.p, 1, 3) - 1, lack(gap(w.p))
    for i = 1, 2 do -- the damper has no elongation to keep
      local s = links[i]
      left[i + 2] = stretch(w.p, s) - stretch(w.q, s) -
        h * dot(along(w.q, s.i, s.j), w.u)
    end
    return left
  end)
  put("(46): nearest", "m", 1e-9, function(l)
    local w = of(l)
    local moved = sum(1, w.p, -1, sum(1, w.q, h, w.u))
    return beside({ along(w.p, 1, 3), along(w.p, 3, 5), along(w.p, 1),
      { w.p[1] / 5, 1, 0, 0, 0, 0 } }, moved)
  end)
  put("(47)", "J", 1e-9, function(l)
    local w = of(l)
    local start_ = { 0, 0, 0, 0, 0, 0 }
    for i, f in ipairs(force()) do
      start_[i] = w.v[i] + h * f / masses[i]
    end
    local before, after = dot(M(start_), start_), dot(M(w.u), w.u)
    for i = 1, 2 do
      before = before + claimed * stretch(w.q, links[i]) ^ 2
      after = after + claimed * stretch(w.p, links[i]) ^ 2
    end
    return lack(before - after)
  end)
  return put:figure("projected", "Positions projected, (46) and (47)")
end

--- (34), (35), (51), and the reaction in the cone (38).
local function limit(run)
  local put, of = residuals.put(run), terms(run)
  put("(34), (35)", "N s", tight, function(l)
    local w = of(l)
    local z = sum(1, sum(1, M(w.u), h, Kc(w.v, w.u)), -1, M(w.v))
    z = sum(1, sum(1, z, -h, force()), -1, w.push)
    for _, s in ipairs(links) do
      z = sum(1, z, -run[s.column][l + 1], along(w.q, s.i, s.j))
    end
    return beside({ w.nu }, z)
  end)
  put("(51)", "m/s", tight, function(l)
    local w, left = of(l), {}
    for i, s in ipairs(links) do left[i] = dot(along(w.q, s.i, s.j), w.u) end
    return left
  end)
  constraints(put, of)
  put("(38)", "N s", tight, function(l)
    return { lack(of(l).cn), lack(mu * of(l).cn - math.abs(of(l).ft)) }
  end)
  return put:figure("limit", "The stiff limit, (34)")
end

local function experiment(name, scheme, project, figures)
  return { name = name, system = system, scheme = scheme, h = h, T = T,
    project = project, q = start, v = { 0, 0, 0, 0, 0, 0 },
    figures = function(run) return figures(run) end }
end

local explicit_run = perp.simulate(experiment("explicit", "semi-implicit",
  "none", function(run) return { explicit(run) } end))
perp.simulate(experiment("limit", "stiff-limit", "none",
  function(run) return { limit(run) } end))
perp.simulate(experiment("projected", "linear-implicit", "full",
  function(run) return { projected(run) } end))
return experiment("implicit", "linear-implicit", "none", function(run)
  return { implicit(run), motion(run), parts(run) }
end)
