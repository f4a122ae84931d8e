-- The `watch` of an experiment: what it refuses, and its numbers for a point
-- that falls, x = 1 - t^2 / 2, v = -t, exact in doubles for alpha = 1/2.
local perp = require "perp"
local watch = require "perp.watch"

local system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end,
  force = function() return { -1 } end,
  measures = function(q, v)
    return { { name = "E", q.x + v.x^2 / 2 } }
  end }

local function run(wanted)
  return perp.simulate { system = system, h = 0.125, T = 2, q = { 1 },
    v = { 0 }, watch = wanted }.summary
end

local s = run { "q.x", { "E", conserved = 0 }, { "v.x", conserved = 1 },
  { "kinetic" } }
local w = s.watch
assert(w["q.x"].first == 1 and w["q.x"].last == -1 and w["q.x"].most == 1 and
  w["q.x"].least == -1)
assert(w.E.first == 1 and w.E.last == 1 and w.kinetic.last == 2)
assert(#s.warnings == 1 and s.warnings[1]:find("v.x is declared conserved " ..
  "within 1, and fell from 0 to -2; it was 2 away", 1, true), s.warnings[1])
print("ok a falling point")

local function refuses(wanted, text)
  local fine, why = pcall(watch.read, wanted, system)
  assert(not fine and tostring(why):find(text, 1, true),
    ("'%s' is not said, but: %s"):format(text, tostring(why)))
end

refuses("E", "watch = {")
refuses({}, "watch = {")
refuses({ "F" }, "no column 'F'")
refuses({ "knetic" }, "did you mean 'kinetic'")
refuses({ "elastic" }, "no column 'elastic'")
refuses({ { "E", conserved = -1 } }, "conserved = -1")
refuses({ { "E", conserved = 0 / 0 } }, "conserved = ")
refuses({ { "E", kept = 1 } }, "kept")
refuses({ "E", "E", "E", "E", "E", "E", "E", "E", "E", "E", "E", "E", "E" },
  "at most 12")
local names, bounds = watch.read(nil, system)
assert(#names == 0 and #bounds == 0)
print("ok what is refused")
