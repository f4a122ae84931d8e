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

--- The block on ground with a polygon of so many directions.
local function block(count)
  local world = spatial.world { mu = mu, directions = count }
  world:body { mass = 1,
    inertia = { a * a / 3, a * a / 3, 2 * a * a / 3 },
    corners = { { -a, -a, 0 }, { a, -a, 0 }, { -a, a, 0 }, { a, a, 0 } } }
  return world:system(), world:state { turn = spatial.turn({ 0, 0, 1 }, turn),
    velocity = { speed * perp.cos(angle), speed * perp.sin(angle), 0 },
    spin = { 0, 0, spin } }
end
local system, q, v = block(directions)

local V, slope, g = perp.number(speed), perp.number(angle), 9.81 * perp.number(mu)

--- A polygon of k directions: friction pulls along the nearest of them until the
--- velocity stands between it and its neighbour, and from then on along the middle,
--- with both. Braking a V along d for the time s: where it then is, and how fast.
local function brake(V, d, a, s)
  return V[1] * s - a * s * s / 2 * math.cos(d), V[2] * s - a * s * s / 2 *
    math.sin(d), V[1] - a * s * math.cos(d), V[2] - a * s * math.sin(d)
end

local function polygon(k, t)
  local part = 2 * math.pi / k
  local near = part * math.floor(slope / part + 0.5)
  local side = slope >= near and 1 or -1
  local along, across = V * math.cos(slope - near),
    math.abs(V * math.sin(slope - near))
  local alone = (along - across / math.tan(part / 2)) / g -- until it is between
  local x, y, u, w = brake({ V * math.cos(slope), V * math.sin(slope) }, near, g,
    math.min(t, alone))
  local left, a = math.sqrt(u * u + w * w), g * math.cos(part / 2)
  if t <= alone then return x, y, u, w end
  local middle, s = near + side * part / 2, math.min(t - alone, left / a)
  local dx, dy, du, dw = brake({ u, w }, middle, a, s)
  if s < t - alone then du, dw = 0, 0 end
  return x + dx, y + dy, du, dw
end

--- Coulomb's disc: straight, until V/(mu g).
local function disc(t)
  local s = math.min(t, V / g)
  local way = V * s - g * s * s / 2
  return math.cos(slope) * way, math.sin(slope) * way
end

local function path(run, f)
  local x, y = {}, {}
  for i, t in ipairs(run.t) do x[i], y[i] = f(t) end
  return x, y
end

local x = { system = system, q = q, v = v,
  alpha = perp.param("alpha", 1, "weight of the new velocity"),
  h = perp.param("h", 0.01, "step, s"),
  T = perp.param("T", 1, "duration, s") }
x.reference = spin == 0 and turn == 0 and function(t)
  local px, py, u, w = polygon(directions, t)
  return { q = { px, py, 0, 1, 0, 0, 0 }, v = { u, w, 0, 0, 0, 0 } }
end or nil

--- The other polygon and the disc beside.
function x.figures(run)
  local count = directions == 4 and 8 or 4
  local other = {}
  for key, value in pairs(x) do other[key] = value end
  other.system = block(count)
  other.name, other.figures, other.reference = "other", nil, nil
  local second = perp.simulate(other)
  local rx, ry = path(run, disc)
  local paths = { spin == 0 and { x = rx, y = ry, color = 6, width = 4,
    label = "round friction" } or nil }
  for i, one in ipairs { run, second } do
    paths[#paths + 1] = { x = one["q.x"], y = one["q.y"], color = i,
      label = (i == 1 and directions or count) .. " directions" }
  end
  return { { name = "thrown_block", columns = 2,
    title = ("A thrown block, %d directions"):format(directions), panels = {
      { rows = 2, equal = true, xlabel = "x (m)", ylabel = "y (m)",
        series = paths },
      { x = run.t, y = run["v.vx"], xlabel = "t (s)", ylabel = "v_{x} (m/s)" },
      { x = run.t, y = run["v.vy"], xlabel = "t (s)", ylabel = "v_{y} (m/s)" },
    } } }
end
return x
