--- # A beam between two stops
--
--- Shows P10 (scheme).
--
--- w_tt + k w_xxxx = 20 sin 10t on (0, L), clamped at 0, its free end between
--- two stops, |w(L,t)| <= 0.03. Cubic Hermite elements with the consistent
--- mass: M is not diagonal, so the projection on the stops in its metric moves
--- all unknowns. The scheme is explicit in the force: h < 2/omega_max, which is
--- 7.7e-3 s for one element and 1.23e-3 s for two.

local perp = require "perp"
local n = perp.param("nel", 1, "elements")
local k = perp.param("k", 282.84, "bending stiffness per mass, m^4/s^2")
local L = perp.param("L", 1.501, "length, m")
local stop = perp.param("stop", 0.03, "half the play, m")

local l = L / n
local mass = { { 156, 22 * l, 54, -13 * l },
  { 22 * l, 4 * l * l, 13 * l, -3 * l * l }, { 54, 13 * l, 156, -22 * l },
  { -13 * l, -3 * l * l, -22 * l, 4 * l * l } }
local stiff = { { 12, 6 * l, -12, 6 * l }, { 6 * l, 4 * l * l, -6 * l,
  2 * l * l }, { -12, -6 * l, 12, -6 * l }, { 6 * l, 2 * l * l, -6 * l,
  4 * l * l } }
local load = { l / 2, l * l / 12, l / 2, -l * l / 12 }

local M, K, F, names, zero = {}, {}, {}, {}, {}
for i = 1, 2 * n do
  M[i], K[i], F[i], zero[i] = {}, {}, 0, 0
  names[i] = (i % 2 == 1 and "w" or "r") .. (i + 1) // 2
  for j = 1, 2 * n do
    M[i][j], K[i][j] = 0, 0
  end
end
for element = 1, n do
  for a = 1, 4 do
    local i = 2 * element - 4 + a
    for b = 1, i > 0 and 4 or 0 do
      local j = 2 * element - 4 + b
      if j > 0 then
        M[i][j] = M[i][j] + l / 420 * mass[a][b]
        K[i][j] = K[i][j] + k / (l * l * l) * stiff[a][b]
      end
    end
    if i > 0 then
      F[i] = F[i] + load[a]
    end
  end
end

local tip = 2 * n - 1
local system = perp.system {
  coordinates = names,
  mass = M,
  force = function(t, w)
    local f, push = {}, 20 * perp.sin(10 * t)
    for i = 1, 2 * n do
      f[i] = F[i] * push
      for j = 1, 2 * n do
        f[i] = f[i] - K[i][j] * w[j]
      end
    end
    return f
  end,
  contacts = function(w)
    return { { name = "upper", gap = stop - w[tip] },
      { name = "lower", gap = stop + w[tip] } }
  end,
}

return {
  system = system,
  scheme = "paoli",
  e = perp.param("e", 0, "restitution, 0 to 1"),
  h = perp.param("h", 1e-4, "step, s"),
  T = perp.param("T", 0.5, "duration, s"),
  q = zero, v = zero,
  figures = function(run)
    local ends = { run.t[1], run.t[#run.t] }
    return { { name = "beam", title = "A beam between two stops", panels = {
      { xlabel = "t (s)", ylabel = "w(L,t) (m)", series = {
        { x = run.t, y = run["q." .. names[tip]] },
        { x = ends, y = { stop, stop }, color = 8, dash = true,
          label = "stops" },
        { x = ends, y = { -stop, -stop }, color = 8, dash = true } } },
      { x = run.t, y = run["v." .. names[tip]], style = "steps",
        xlabel = "t (s)", ylabel = "V (m/s)" } } } }
  end,
}
