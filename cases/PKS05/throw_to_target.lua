--- # Thrown to a place: all ways to do it
---
--- A point of mass is let go over a floor that yields in both directions, and has
--- to be at `(x, y)` after T. Both of its velocities are unknown, so the starts are a
--- plane; with a flat floor and a constant force the end is affine on polygons of
--- it, and every polygon is asked, in fractions: there are four starts and no fifth.
--- One is through the air,
---
--- $$v_x = x/T, \quad v_y = (y - y_0)/T + \tfrac12 g (T + h),$$
---
--- the others go down and bounce, with one and the same $v_y$: what is normal does not
--- feel what is along the floor. One of these is thrown ahead and slips all the time that
--- it touches, braked. Two are thrown back, and the floor's tangential spring
--- throws them ahead: the slower one sticks as long as it touches, the faster one
--- slips first and sticks then. With `mu = 1/10` these two are gone, for they need a
--- grip. A step of 1/16 s is coarse for a bounce, and the starts are those of the
--- steps: with another h they are others.
---
---     perp run cases/PKS05/throw_to_target.lua --json --rational
---     perp run cases/PKS05/throw_to_target.lua --set vy=-9 --plot figures
---
--- Shows PKS05 (13), (16).

local perp = require "perp"
local ratio = perp.ratio
local mu = perp.param("mu", ratio(1, 2), "coefficient of friction")
local x = perp.param("x", ratio(1, 2), "where it shall be, m")
local y = perp.param("y", ratio(1, 4), "where it shall be, m")
local h = perp.param("h", ratio(1, 16), "step, s")
local T = perp.param("T", ratio(5, 8), "duration, s")
local vx = perp.param("vx", 0, "the start nearest to this is taken, m/s")
local vy = perp.param("vy", 0, "the start nearest to this is taken, m/s")
local y0, g = ratio(1, 10), 10

local system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  force = function() return { 0, -g } end,
  contacts = function(q, v)
    return { { name = "floor", gap = q.y, slips = { v.x }, mu = mu,
      stiffness = { 200, 200 }, damping = { 2, 2 } } }
  end,
}

local function thrown(along, up, name)
  return { name = name, system = system, scheme = "theta", h = h, T = T,
    q = { 0, y0 }, v = { along, up },
    ends = { { final = { ["q.x"] = 1 }, value = x },
      { final = { ["q.y"] = 1 }, value = y }, method = "all" } }
end

local main = thrown(vx, vy)

--- The start nearest to each of these; two of them may be the same.
local near = { { 1, 4 }, { -8, -13 }, { -5, -13 }, { 9, -13 } }

function main.figures(run)
  local paths, forces = {}, {}
  for i, v in ipairs(near) do
    local r = perp.simulate(thrown(v[1], v[2], "near" .. i))
    local own = r["v.x"][1] == run["v.x"][1] and r["v.y"][1] == run["v.y"][1]
    paths[i] = { x = r["q.x"], y = r["q.y"], width = own and 3 or 1,
      label = ("%.2f, %.2f m/s"):format(r["v.x"][1], r["v.y"][1]) }
    forces[i] = { x = r.t, y = r["lam.floor.t"], style = "steps" }
  end
  paths[#paths + 1] = { x = { perp.number(x) }, y = { perp.number(y) },
    style = "points", label = "target" }
  return { { name = "throw_to_target", title = "Four ways to one place",
    panels = {
      { xlabel = "x (m)", ylabel = "y (m)", series = paths },
      { xlabel = "t (s)", ylabel = "\u{3bb}_{t} (N)", series = forces } } } }
end

return main
