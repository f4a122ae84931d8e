--- # An elastic bar hits a wall
--
--- Shows P10 (scheme).
--
--- u_tt = c^2 u_xx on (0, L); the end x = 0 may touch the wall, u(0,t) >= 0,
--- the end x = L is free. The bar comes with the speed `speed` from a distance
--- `gap`. It touches at t = gap/speed; a wave runs to the free end and back,
--- which takes 2 L/c; then the bar leaves with the speed it came with, all of
--- it at once: nothing is left vibrating. There is no restitution in the
--- continuum: e matters only for the boundary node, whose mass is 1/(2N) of
--- the bar's.
---
--- N linear elements, lumped masses, the force -K u. With h = L/(N c) (cfl = 1)
--- the scheme in the interior is d'Alembert's formula on the grid, and all
--- numbers are rational. But h is then at the very bound of the leapfrog: a
--- zigzag from node to node, which the impact leaves behind, grows linearly in
--- time. Positions stay good to O(1/N) over the contact; for longer runs take
--- cfl = 9/10, where the energy stays below the initial one.

local perp = require "perp"
local ratio = perp.ratio
local N = perp.param("N", 20, "elements")
local e = perp.param("e", ratio(0), "restitution at the wall, 0 to 1")
local cfl = perp.param("cfl", ratio(1), "h c / element length, at most 1")
local L = perp.param("L", ratio(1), "length, m")
local c = perp.param("c", ratio(1), "wave speed, m/s")
local rho = perp.param("rho", ratio(1), "mass per length, kg/m")
local gap = perp.param("gap", ratio(1, 2), "distance at first, m")
local speed = perp.param("speed", ratio(1), "approach, m/s")
local T = perp.param("T", 4, "duration, s")

local dx = ratio(L, N)
local stiff = ratio(rho * c * c, dx)
local names, q, v, M = {}, {}, {}, {}
for i = 1, N + 1 do
  names[i], q[i], v[i], M[i] = "u" .. i - 1, gap, -speed, {}
  for j = 1, N + 1 do
    M[i][j] = 0
  end
  M[i][i] = (i == 1 or i == N + 1) and ratio(rho * dx, 2) or rho * dx
end

local system = perp.system {
  coordinates = names,
  mass = M,
  force = function(_, u)
    local f = {}
    for i = 1, N + 1 do
      f[i] = 0
      if i > 1 then f[i] = f[i] + stiff * (u[i - 1] - u[i]) end
      if i < N + 1 then f[i] = f[i] + stiff * (u[i + 1] - u[i]) end
    end
    return f
  end,
  contacts = function(u) return { { name = "wall", gap = u[1] } } end,
}

--- The exact motion: at x the bar stops when the wave from the wall arrives, and
--- leaves when it comes back from the free end.
local function motion(x, t)
  local number = perp.number
  local V, wave = number(speed), number(c)
  local stops = number(gap) / V + x / wave
  local leaves = stops + 2 * (number(L) - x) / wave
  if t < stops then
    return number(gap) - V * t, -V
  end
  return -V * x / wave + V * math.max(0, t - leaves), t < leaves and 0 or V
end

return {
  system = system,
  reference = function(t)
    local at, rate = {}, {}
    for i = 1, N + 1 do
      at[i], rate[i] = motion(perp.number(dx) * (i - 1), t)
    end
    return { q = at, v = rate }
  end,
  scheme = "paoli",
  e = e, h = ratio(cfl * dx, c), T = T,
  q = q, v = v,
  figures = function(run)
    local last = "u" .. math.tointeger(N)
    local bound = perp.number(cfl) == 1
    return { { name = "bar", title = "An elastic bar hits a wall", panels = {
      { xlabel = "t (s)", ylabel = "u (m)", title = ("hc/\u{394}x = %g%s"):format(
        perp.number(cfl), bound and ", the leapfrog's bound: a zigzag behind the impact" or ""),
        series = {
        { x = run.t, y = run["q.u0"], label = "at the wall" },
        { x = run.t, y = run["q." .. last], label = "free end" } } },
      { x = run.t, y = run["cn.wall"], style = "steps", xlabel = "t (s)",
        ylabel = "impulse (N s)" },
    } } }
  end,
}
