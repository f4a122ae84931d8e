--- # What a world tells its system
--
--- Each function of a scene is recorded and replayed by itself, so that what is
--- wrong with it is said of it. What the library writes is not replayed.

local core = require "perp.core"
core.library()
local shapes = require "perp.shapes"
local compliance = require "perp.compliance"

local told = {}

local function put_together(list, make, w)
  local out = {}
  for i, x in ipairs(list) do
    out[i] = function(recording)
      return make(x, recording, w)
    end
  end
  return out[1] and { recorded = out } or nil
end

--- Contacts of the scene's own, and those that a library makes.
local function contact(x, recording, w)
  if x.made then
    local made = x.made(recording)
    return { name = x.name, mu = x.mu, gap = made.gap, slips = made.slips,
      surface = made.surface, stiffness = x.stiffness, damping = x.damping }
  end
  local gap = recording:call(x.gap, "qt", "gap of " .. x.what)
  local slips = x.slips and recording:call(x.slips, "qv", "slips of " ..
    x.what) or {}
  slips = shapes.vector(slips, type(slips) == "table" and #slips or 1,
    "slips of " .. x.what, x.slips)
  local surface = x.surface and recording:call(x.surface, "qt",
    "surface of " .. x.what)
  local stiffness, damping = compliance.of(#slips, w.yields)
  return { name = x.name, mu = x.mu,
    stiffness = x.stiffness == nil and stiffness or x.stiffness,
    damping = x.damping == nil and damping or x.damping,
    gap = shapes.entry(gap, "the gap of " .. x.what, x.gap), slips = slips,
    surface = surface and shapes.vector(surface, #slips, "surface of " ..
      x.what, x.surface) }
end

--- `moving`: the contacts with walls that move.
function told.all(w, moving)
  return { joints = put_together(w.joints, function(x, recording)
      local what = ("joint '%s'"):format(x[1])
      local value = x.scene and recording:call(x[2], "q", what) or
        x[2](recording.q)
      return { name = x[1], shapes.entry(value, "the expression of " .. what,
        x.scene and x[2] or nil) }
    end),
    contacts = put_together(table.move(moving, 1, #moving, #w.contacts + 1,
      { table.unpack(w.contacts) }), contact, w),
    springs = put_together(w.springs, function(x, recording)
      return { name = x.name, elongation = x.elongation(recording.q),
        stiffness = x.stiffness, damping = x.damping }
    end),
    measures = put_together(w.measures, function(x, recording)
      local what = ("measure '%s'"):format(x[1])
      return { name = x[1], shapes.entry(recording:call(x[2], "qv", what),
        "the expression of " .. what, x[2]) }
    end) }
end

--- The forces of bodies and of the world, and torques of motors, added to a list.
--- `at(body)` is where a body's numbers begin, `size(body)` how many there are.
function told.forces(w, list, recording, at, size)
  local function add(f, first, n, what)
    local extra = shapes.vector(recording:call(f, "tqv", "force of " .. what),
      n, "force of " .. what, f)
    for k = 1, n do
      list[first + k - 1] = list[first + k - 1] + extra[k]
    end
  end
  for _, body in ipairs(w.bodies) do
    if body.force then
      add(body.force, at(body), size(body), body.what)
    end
  end
  if w.force then
    add(w.force, 1, #list, "the world")
  end
  for _, motor in ipairs(w.motors) do
    motor(list, recording)
  end
  return list
end

return told
