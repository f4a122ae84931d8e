--- # A block is pushed until it slips
--
--- Shows PKS05 (7), (8), (9).
--
--- A point of mass m lies on a floor that yields in both directions, in
--- equilibrium along the normal: it has sunk by m g / k_n, and the normal force
--- is m g in every step, whatever h. It is pushed with r t until t = 1, and then
--- no more. At first it sticks: the slip delta_t' + v is zero, the floor is
--- dragged along, and the friction force follows the push, up to a transient of
--- the damped oscillator x'' = r t / m - (k_t x + c_t x') / m that decays like
--- exp(-c_t t / (2 m)). Where it reaches mu m g, at t = 0.6, the block begins to
--- slip, and behind the push it comes to rest, trembling.
--
---     perp run cases/PKS05/pushed_block.lua --plot figures
---     perp run cases/PKS05/pushed_block.lua --exact-check

local perp = require "perp"
local solved = require "perp.solved"
local ratio = perp.ratio
local mu = perp.param("mu", ratio(3, 10), "coefficient of friction")
local m = perp.param("m", 1, "mass, kg")
local g = perp.param("g", 10, "gravity, m/s^2")
local r = perp.param("r", 5, "growth of the push, N/s")
local kn = perp.param("kn", 10000, "normal stiffness, N/m")
local cn = perp.param("cn", 100, "normal damping, N s/m")
local kt = perp.param("kt", 5000, "tangential stiffness, N/m")
local ct = perp.param("ct", 50, "tangential damping, N s/m")
local sunk = m * g / kn
local v0 = perp.param("v0", 0, "velocity at the start, m/s")

local system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { m, 0 }, { 0, m } } end,
  force = function(t) return { perp.where(1 - t, r * t, 0), -m * g } end,
  contacts = function(q, v)
    return { { name = "floor", gap = q.y, slips = { v.x }, mu = mu,
      stiffness = { kn, kt }, damping = { cn, ct } } }
  end,
}

--- The motion by itself: x, v, the stretch d of the floor along. While the block
--- sticks, d' = -v; while it slips, the floor follows the bound, kt d + ct d' = -s
--- mu m g with s the sign of the slip v + d'. Both end where the next one begins.
local n = perp.number
local M, K, C, bound, R = n(m), n(kt), n(ct), n(mu) * n(m) * n(g), n(r)
local function push(t) return t < 1 and R * t or 0 end

local stick
local function slide(y, s)
  local function creep(z) return (-s * bound - K * z[3]) / C end
  return { y = y, rate = function(t, z)
      return { z[2], (push(t) - s * bound) / M, creep(z) }
    end,
    lasts = function(_, z) return s * (z[2] + creep(z)) end,
    next = function(_, z) return stick(z) end }
end

function stick(y)
  local function force(z) return K * z[3] - C * z[2] end
  return { y = y, rate = function(t, z)
      return { z[2], (push(t) + force(z)) / M, -z[2] }
    end,
    lasts = function(_, z) return bound - math.abs(force(z)) end,
    next = function(_, z) return slide(z, force(z) < 0 and 1 or -1) end }
end
local start = { 0, n(v0), 0 }
local motion = solved.motion(C * math.abs(n(v0)) < bound and stick(start) or
  slide(start, n(v0) > 0 and 1 or -1), 1e-4)

return {
  system = system,
  scheme = "theta",
  theta = perp.param("theta", 0, "weight of the old value, 0 to 1"),
  h = perp.param("h", ratio(1, 1000), "step, s"),
  T = perp.param("T", ratio(8, 5), "duration, s"),
  q = { 0, -sunk },
  v = { v0, 0 },
  reference = function(t)
    local x, v = motion(t)
    return { q = { x, -perp.number(sunk) }, v = { v, 0 } }
  end,
  delta = { floor = sunk },
  figures = function(run)
    local bound, force = {}, {}
    for i in ipairs(run.t) do
      bound[i] = perp.number(mu) * run["lam.floor.n"][i]
      force[i] = -run["lam.floor.t"][i]
    end
    bound[1] = bound[2]
    return { { name = "pushed_block", title = "A block is pushed until it slips",
      panels = {
        { x = run.t, y = run["q.x"], xlabel = "t (s)", ylabel = "x (m)" },
        { xlabel = "t (s)", ylabel = "force (N)", series = {
          { x = run.t, y = force, style = "steps", label = "\u{2212}\u{3bb}_{t}" },
          { x = run.t, y = bound, dash = true,
            label = "\u{3bc}\u{3bb}_{n}" } } },
        { x = run.t, y = run["delta.floor.t"], xlabel = "t (s)",
          ylabel = "\u{3b4}_{t} (m)" },
      } } }
  end,
}
