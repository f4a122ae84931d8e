--- # A block thrown along the ground
--
--- A flat square block is thrown along the ground at an angle of pi/8. Coulomb's
--- friction is a disc: it would brake straight against the motion by mu g, until
--- V/(mu g). A scheme with k directions has a polygon instead, and the polygon
--- shows.
---
--- With four directions friction acts along x alone as long as v_x > v_y: v_x
--- falls by mu g until v_x = v_y, then the block goes on along the diagonal,
--- braked by mu g/sqrt 2. In all this v_x + v_y falls by mu g, so the stop is at
--- V (cos + sin)/(mu g). With eight directions the motion lies just between two
--- of them: a straight line, braked by mu g cos(pi/8).
---
--- The block touches with four corners at the height of its centre, so that
--- friction does not tip it and the load stays where it was; its inertia is that
--- of a square plate. alpha = 1: the new velocity alone stands in the contact
--- rows, and the sums above hold in the grid points, not only in the limit.

local perp = require "perp"
local spatial = require "perp.spatial"

local mu = perp.param("mu", 0.5, "coefficient of friction")
local directions = perp.param("directions", 4, "columns of D per contact")
local speed = perp.param("V", 3, "initial speed, m/s")
local angle = perp.param("angle", math.pi / 8, "its direction, rad")
local turn = perp.param("turn", 0, "angle of the block about z, rad")
local spin = perp.param("spin", 0, "initial spin about z, rad/s")
local a = perp.param("side", 0.5, "side of the block, m") / 2

local world = spatial.world { mu = mu, directions = directions }
world:body { mass = 1,
  inertia = { a * a / 3, a * a / 3, 2 * a * a / 3 },
  corners = { { -a, -a, 0 }, { a, -a, 0 }, { -a, a, 0 }, { a, a, 0 } } }
local q, v = world:state { turn = spatial.turn({ 0, 0, 1 }, turn),
  velocity = { speed * perp.cos(angle), speed * perp.sin(angle), 0 },
  spin = { 0, 0, spin } }

return {
  system = world:system(), q = q, v = v,
  alpha = perp.param("alpha", 1, "weight of the new velocity"),
  h = perp.param("h", 0.01, "step, s"),
  T = perp.param("T", 1, "duration, s"),
  figures = function(run)
    local V, slope = perp.number(speed), perp.number(angle)
    local g = 9.81 * perp.number(mu)
    local x, y = {}, {}
    for i, t in ipairs(run.t) do -- Coulomb's disc: straight, until V/(mu g)
      local s = math.min(t, V / g)
      local way = V * s - g * s * s / 2
      x[i], y[i] = math.cos(slope) * way, math.sin(slope) * way
    end
    return { { name = "thrown_block", columns = 2,
      title = ("A thrown block, %d directions"):format(directions), panels = {
        { rows = 2, equal = true, xlabel = "x (m)", ylabel = "y (m)", series = {
          { x = run["q.x"], y = run["q.y"], label = "computed" },
          spin == 0 and { x = x, y = y, dash = true, color = 8,
            label = "round friction" } or nil } },
        { x = run.t, y = run["v.vx"], xlabel = "t (s)", ylabel = "v_{x} (m/s)" },
        { x = run.t, y = run["v.vy"], xlabel = "t (s)", ylabel = "v_{y} (m/s)" },
      } } }
  end,
}
