--- # A stack of boxes at rest
--
--- Boxes on the ground and on each other, all at rest, which is where they have
--- to stay. Every box stands with its corners on the face below, so the normal
--- impulses of a stack in space are not unique (four corners, three equations);
--- the velocity zero is. What is measured is creep: how far a box is from where
--- it began after 1000 steps.
---
--- In space, boxes that are twisted by more than a few degrees stand on the
--- points where their edges cross.
---
--- At rest and straight all numbers are short. With `yaw` the whole stack is
--- turned, and with `slide` it moves: then the four normals under a box depend
--- on each other up to rounding only, and doubles rarely find the exact basis.
--- Every step is proven all the same; the summary says by which rung.
---
--- Each box is a little narrower than the one below. With equal widths a corner
--- would stand exactly on a corner, and which face it touches would be decided
--- by a rounding.

local perp = require "perp"
local planar = require "perp.planar"
local spatial = require "perp.spatial"

local count = perp.param("count", 10, "number of boxes")
local space = perp.param("space", false, "boxes in space, not in the plane")
local width = perp.param("width", 1, "of the lowest box, m")
local taper = perp.param("taper", 0.03125, "each box is narrower by this, m")
local height = perp.param("height", 0.25, "of each box, m")
local twist = perp.param("twist", 0, "each box about z against the one below, " ..
  "in space, rad")
local yaw = perp.param("yaw", 0, "the whole stack about z, in space, rad")
local slide = perp.param("slide", 0, "initial velocity of all boxes, m/s")
local ratio = perp.param("ratio", 1, "mass of every other box, kg")
local directions = perp.param("directions", 4, "of friction, in space")
local mu = perp.param("mu", 0.5, "coefficient of friction")

local library = space and spatial or planar
local world = library.world { mu = mu, ground = {},
  directions = space and directions or nil }
local state, q, v = {}, {}, {}
for i = 1, count do
  local w, name, up = width - (i - 1) * taper, "b" .. i, (i - 0.5) * height
  local m = i % 2 == 0 and ratio or 1
  if space then
    world:box { name = name, mass = m, size = { w, w, height } }
    state[name] = { at = { 0, 0, up }, velocity = { slide, 0, 0 },
      turn = spatial.turn({ 0, 0, 1 }, yaw + (i - 1) * twist) }
  else
    world:box { name = name, mass = m, width = w, height = height }
    for tag, x in pairs { x = 0, y = up, th = 0 } do
      q[name .. "." .. tag] = x
      v[name .. "." .. tag] = tag == "x" and slide or 0
    end
  end
end
if space then
  q, v = world:state(state)
end

local x = { system = world:system(), q = q, v = v,
  alpha = perp.param("alpha", 0.5, "weight of the new velocity"),
  h = perp.param("h", 0.01, "step, s"),
  T = perp.param("T", 10, "duration, s"),
  reference = slide == 0 and function() return { q = q, v = v } end or nil }

--- How far the farthest coordinate is from its start.
local function creep(run, label)
  local y = {}
  for l in ipairs(run.t) do
    y[l] = 0
    for name in pairs(q) do
      local list = run["q." .. name]
      y[l] = math.max(y[l], math.abs(list[l] - list[1]))
    end
  end
  return { x = run.t, y = y, label = label }
end

--- The creep of this run and of the printed active set, {Phi <= 0}; with the clock of
--- collisions the latter is Zeno, and ends. At rest the creep is the error, because
--- the motion is the start; of the lowest and the highest box it is drawn apart.
function x.figures(run)
  local other = {}
  for key, value in pairs(x) do other[key] = value end
  other.figures, other.name, other.reference = nil, "other", nil
  other.active, other.clock = "sharp", "uniform"
  local creeps = { creep(run, "kept") }
  local fine, sharp = pcall(perp.simulate, other)
  creeps[2] = fine and creep(sharp, "sharp, uniform clock") or nil
  local function at(k)
    return { x = run.t, y = run[("q.b%d.x"):format(k)], label = "b" .. k }
  end
  return { { name = "box_stack", title = ("%d boxes at rest"):format(count),
    panels = { { xlabel = "t (s)", ylabel = "creep (m, rad)", yscale = "log",
      series = creeps }, { xlabel = "t (s)", ylabel = "x (m)",
      series = { at(1), count > 1 and at(count) or nil } } } } }
end
return x
