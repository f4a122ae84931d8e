--- # The laws of impact and the scheme, put to runs
---
--- Shows P10 (jump), (single), (Newton), (energyplus), (standard), (qh), (scheme0),
--- (schemee), (scheme), (L2), (estimate), (1), (2), (comp): the figures have what
--- each of them leaves, in formulas that are written here by hand.
---
--- A point with a full mass matrix flies, without a force, against one wall, and
--- into the vertex of two walls whose angle is right in the metric of M^{-1}, so
--- that (angle) holds for every e. Nowhere does the scheme know a law of impact;
--- two steps behind the impact the velocity is that of the law, for walls that are
--- planes and without a force to the last digits. A third point falls, with drag,
--- onto both walls and stays between them: each of its steps is a projection.
---
---     perp run cases/P10/equations.lua --plot figures
---     perp run cases/P10/equations.lua --plot figures --set e=0
---
--- With `claimed` the formulas are given another restitution than the runs, and
--- the first equation that notices refuses the run.

local perp = require "perp"
local residuals = require "perp.residuals"
local e = perp.param("e", 0.5, "restitution, 0 to 1")
local claimed = perp.param("claimed", e, "restitution in the formulas")
local h = perp.param("h", 0.01, "step, s")
local drag = perp.param("drag", 0.3, "of the falling point, N s/m")

local M = { { 2, 0.5 }, { 0.5, 1 } }
local one = { { 1, 0 }, { 0, 1 } }
local det = M[1][1] * M[2][2] - M[1][2] * M[2][1]
local inverse = { { M[2][2] / det, -M[1][2] / det },
  { -M[2][1] / det, M[1][1] / det } }

local function times(A, x)
  return { A[1][1] * x[1] + A[1][2] * x[2], A[2][1] * x[1] + A[2][2] * x[2] }
end

local function dot(x, y) return x[1] * y[1] + x[2] * y[2] end

local function sum(a, x, b, y)
  return { a * x[1] + b * y[1], a * x[2] + b * y[2] }
end

--- The second wall's gradient makes the product with the first one, in M^{-1}, 0.
local first = { 1, 0.5 }
local lean = times(inverse, first)
local second = { -lean[2], lean[1] }

--- ## Projections, by trying the faces

--- The nearest point to x, in the metric of `mass`, with (n, y) >= 0 for all n.
local function nearest(mass, back, normals, x)
  local best, least
  local function try(y)
    for _, n in ipairs(normals) do
      if dot(n, y) < -1e-12 then return end
    end
    local d = sum(1, y, -1, x)
    local size = dot(d, times(mass, d))
    if not least or size < least then best, least = y, size end
  end
  try(x)
  for _, n in ipairs(normals) do
    local m = times(back, n)
    try(sum(1, x, -dot(n, x) / dot(n, m), m))
  end
  if #normals == 2 then try { 0, 0 } end
  return best
end

--- r with a = r_1 n_1 + r_2 n_2.
local function parts(normals, a)
  local n, m = normals[1], normals[2]
  if not m then
    local r = dot(a, n) / dot(n, n)
    return { r }, sum(1, a, -r, n)
  end
  local d = n[1] * m[2] - n[2] * m[1]
  return { (a[1] * m[2] - a[2] * m[1]) / d, (n[1] * a[2] - n[2] * a[1]) / d },
    { 0, 0 }
end

--- ## The runs

local function point(mass, normals, force)
  return perp.system { coordinates = { "x", "y" }, mass = mass, force = force,
    contacts = function(q)
      local out = {}
      for a, n in ipairs(normals) do
        out[a] = { name = "wall" .. a, gap = n[1] * q.x + n[2] * q.y }
      end
      return out
    end }
end

local function row(run, l, what)
  return { run[what .. ".x"][l], run[what .. ".y"][l] }
end

local tight = 1e-9
local lack, both = residuals.lack, residuals.both

--- The velocity before, that of the second row, and the ones from two rows behind
--- the impact on; what the law leaves of them.
local function laws(run, normals, title)
  local put, before = residuals.put(run), row(run, 2, "v")
  local function behind(of)
    return function(l) return run.t[l] > 0.505 + 4 * h and of(row(run, l, "v")) or nil end
  end
  local tangent = nearest(M, inverse, normals, before)
  local normal = sum(1, before, -1, tangent)
  local function energy(x) return dot(x, times(M, x)) / 2 end
  if #normals == 1 then
    local m = times(inverse, normals[1])
    local size = (1 + claimed) * dot(normals[1], before) / dot(normals[1], m)
    put("(single)", "m/s", tight, behind(function(v)
      return sum(1, v, -1, sum(1, before, -size, m))
    end))
  end
  put("(1)", "m/s", tight, behind(function(v)
    return sum(1, v, -1, sum(-claimed, before, 1 + claimed, tangent))
  end))
  put("(Newton)", "m/s", tight, behind(function(v)
    return sum(1, v, -1, sum(-claimed, normal, 1, tangent))
  end))
  if claimed == 0 then
    put("(standard)", "m/s", tight, behind(function(v)
      return sum(1, v, -1, tangent)
    end))
  end
  put("(energyplus)", "J", tight, behind(function(v)
    return energy(v) - energy(tangent) - claimed ^ 2 * energy(normal)
  end))
  local function jump(v)
    return parts(normals, times(M, sum(1, v, -1, before)))
  end
  put("(jump)", "N s", tight, behind(function(v)
    local r, rest = jump(v)
    return { lack(r[1]), lack(r[2] or 0), rest[1], rest[2] }
  end))
  put("(2)", "m/s", tight, behind(function(v)
    local left = {}
    for _, n in ipairs(normals) do
      left[#left + 1] = lack(dot(n, v) + tight / 10)
      left[#left + 1] = lack(-dot(n, before))
    end
    return left
  end))
  put("(comp)", "m/s", tight, behind(function(v)
    local left, r = {}, jump(v)
    for a, n in ipairs(normals) do
      for _, x in ipairs(both(dot(n, sum(1, v, claimed, before)), r[a])) do
        left[#left + 1] = x
      end
    end
    return left
  end))
  return put:figure(run.name, title)
end

--- Step by step: the projection, and what follows from it.
local function steps(run, mass, back, normals)
  local put = residuals.put(run)
  local function V(l) -- from q^n to q^{n+1}, n = l - 1
    return sum(1 / h, row(run, l + 1, "q"), -1 / h, row(run, l, "q"))
  end
  local function G(l)
    local v = V(l - 1)
    return times(back, { -drag * v[1], -3 - drag * v[2] })
  end
  local function Z(l)
    return sum(1 / (1 + claimed), row(run, l + 1, "q"),
      claimed / (1 + claimed), row(run, l - 1, "q"))
  end
  local name = mass == one and claimed == 0 and "(scheme0)" or
    mass == one and "(schemee)" or "(scheme)"
  put(name, "m", tight, function(l)
    if l == 1 then return nil end
    local y = sum(2, row(run, l, "q"), claimed - 1, row(run, l - 1, "q"))
    y = sum(1 / (1 + claimed), y, h * h / (1 + claimed), G(l))
    return sum(1, Z(l), -1, nearest(mass, back, normals, y))
  end)
  put("(qh)", "m", tight, function(l)
    return sum(1, row(run, l + 1, "q"), -1,
      sum(1, row(run, l, "q"), h, row(run, l + 1, "v")))
  end)
  put("(L2)", "N s", tight, function(l)
    if l == 1 then return nil end
    local r = parts(normals, times(mass,
      sum(1, sum(1, V(l), -1, V(l - 1)), -h, G(l))))
    local left = {}
    for a, n in ipairs(normals) do
      for _, x in ipairs(both(r[a], dot(n, Z(l)))) do left[#left + 1] = x end
    end
    return left
  end)
  put("(estimate)", "J", tight, function(l)
    if l < 3 then return nil end
    local function size(x) return dot(x, times(mass, x)) end
    local right = (1 + claimed) * size(V(l - 1)) + 2 * claimed * size(V(l - 2))
    local w = sum(1, V(l), claimed, V(l - 2))
    return lack(right + 2 * h * dot(G(l), times(mass, w)) -
      (1 - claimed) * size(V(l)))
  end)
  return put:figure(run.name, "Each step is a projection")
end

local function run_of(name, system, q, v, T, figures)
  return { name = name, system = system, scheme = "paoli", e = e, h = h, T = T,
    q = q, v = v, figures = function(run) return { figures(run) } end }
end

--- A point that comes to the vertex, or to the middle of a wall, at t = 0.505.
local function flight(name, normals, v, title)
  local from = { -0.505 * v[1], -0.505 * v[2] }
  return run_of(name, point(M, normals), from, v, 1, function(run)
    return laws(run, normals, title)
  end)
end

local walls = { first, second }
local down = sum(-1, times(inverse, first), -2, times(inverse, second))
perp.simulate(flight("wall", { first }, { -1, 0.25 }, "One wall"))
perp.simulate(flight("vertex", walls, down, "Two walls at once"))
local function fall(name, mass, back)
  local inside = sum(0.5, times(inverse, first), 0.25, times(inverse, second))
  return run_of(name, point(mass, walls, function(_, _, v)
    return { -drag * v.x, -3 - drag * v.y }
  end), inside, { 0.5, 0 }, 2, function(run)
    return steps(run, mass, back, walls)
  end)
end
perp.simulate(fall("plain", one, one))
return fall("metric", M, inverse)
