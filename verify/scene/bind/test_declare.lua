-- A system is refused unless every list is as long as the matrix that it is and
-- every index is one of its coordinates. From a whole form, one thing is changed.
local core = require "perp.core"

local function recorder(n)
  local names = {}
  for i = 1, n do
    names[i] = "x" .. i
  end
  return core.recorder(names)
end

local function kind()
  local r = recorder(4)
  return core.kind { recorder = r, name = "k", coordsA = 1, coordsB = 1,
    velsA = 1, velsB = 1, paramsA = 0, paramsB = 0,
    gap = core.input(r, 1) - core.input(r, 2), slips = { core.input(r, 3) } }
end

local function pairs_of(index)
  return (core.product(kind(), core.side(1, 0, { index }, {}, 1),
    core.side(1, 0, { 0 }, {}, 1), "all"))
end

-- Two coordinates, two velocities, everything there is.
local function form()
  local r = recorder(5)
  local x, y = core.input(r, 1), core.input(r, 2)
  local rows = 4 -- a contact with a slip, a pair with a slip
  local K = {}
  for i = 1, rows * rows do
    K[i] = (i - 1) % (rows + 1) == 0 and 1 or 0
  end
  return { recorder = r, q = { "x", "y" }, v = { "x", "y" },
    M = { 1, 0, 0, 1 }, k = { 0, 0 }, F = { 0, 0, 0, 0 }, G = { 1, 0, 0, 1 },
    K = K, C = K, joints = { "j" }, theta = { x - y },
    contacts = { { name = "c", gap = x, slips = { core.input(r, 3) }, mu = 0 } },
    bindings = { { pairs = pairs_of(2), names = { "p" }, mu = 0 } },
    springs = { { name = "s", stiffness = 1, damping = 0, elongation = y } },
    measures = { "m" }, measured = { x } }
end

assert(core.system(form()))

local tried = 0
local function refused(key, value)
  local f = form()
  if type(value) == "function" then
    value(f)
  else
    f[key] = value
  end
  local fine = pcall(core.system, f)
  assert(not fine, key .. " is taken")
  tried = tried + 1
end

for _, key in ipairs { "M", "k", "F", "G", "K", "C", "theta", "joints", "q", "v",
  "measures", "measured" } do
  refused(key .. " longer", function(f)
    f[key][#f[key] + 1] = f[key][1]
  end)
  refused(key .. " shorter", function(f)
    f[key][#f[key]] = nil
  end)
  refused(key, "text")
  refused(key, 1)
end
for _, key in ipairs { "contacts", "bindings", "springs" } do
  refused(key, { 1 })
  refused(key, "text")
  refused(key, { {} })
end
for _, n in ipairs { 0, 1, 4, 6, 100 } do -- another recorder, of other inputs
  refused("inputs", function(f)
    f.recorder = recorder(n)
    f.theta, f.measured = { 0 }, { 0 }
    f.contacts[1].gap, f.contacts[1].slips = 0, { 0 }
    f.springs[1].elongation = 0
  end)
end
for _, index in ipairs { 3, 4, 1000, 1 << 23 } do
  refused("an index of a side", function(f)
    f.bindings[1].pairs = pairs_of(index)
  end)
end
refused("names of pairs", function(f)
  f.bindings[1].names = { "p", "q" }
end)

-- Sides whose counts do not fit their lists; huge and negative ones.
for _, a in ipairs { { 2, 0, { 1 }, {}, 1 }, { 1, 1, { 1 }, {}, 1 },
  { 1, 0, { 1 }, {}, 2 }, { -1, 0, { 1 }, {}, 1 }, { 1 << 31, 0, { 1 }, {}, 2 },
  { 1, 0, { -1 }, {}, 1 }, { 1, 0, { 1.5 }, {}, 1 }, { 1, 0, 1, {}, 1 },
  { 1, 0, { 1 }, 1, 1 }, { 1 << 31, 0, { 1 }, {}, 1, 1 << 31 },
  { 1, 0, { 1 }, {}, 1, 1 }, { 1, 0, { 1 } }, {} } do
  assert(not pcall(core.side, table.unpack(a, 1, 6)))
end
-- Kinds whose inputs or rates are not as many as they say.
for _, change in ipairs { { coordsA = 2 }, { paramsB = 1 }, { coordsB = -1 },
  { coordsA = 1 << 31, coordsB = 1 << 31 }, { rates = { 0 } },
  { rates = { 0, 0 }, velsA = 3 }, { gap = "x" }, { recorder = 1 } } do
  local r = recorder(4)
  local f = { recorder = r, name = "k", coordsA = 1, coordsB = 1, velsA = 1,
    velsB = 1, paramsA = 0, paramsB = 0, gap = core.input(r, 1), slips = {} }
  for key, value in pairs(change) do
    f[key] = value
  end
  assert(not pcall(core.kind, f))
end
assert(tried > 60, tried)
