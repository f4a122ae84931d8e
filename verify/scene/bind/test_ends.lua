-- Rows of prescribed ends, spread over the names of the states, and what they
-- refuse; a run whose end is checked from the table it gave.
local perp = require "perp"
local ends = require "perp.ends"

local system = { coordinates = { "x", "y" }, velocities = { "x", "y" } }
local rows = { { name = "floor", rows = 3 }, { name = "wall", rows = 2 } }

local function same(got, want, what)
  assert(#got == #want, what .. ": length " .. #got)
  for i = 1, #want do
    assert(got[i] == want[i], ("%s: entry %d is %s"):format(what, i, got[i]))
  end
end

do
  local e = ends.read({
    { final = { ["q.y"] = 2, ["v.x"] = -1, ["delta.floor.o"] = 5 }, value = 3 },
    { start = { ["v.y"] = 7 }, final = { ["delta.wall.n"] = 4 }, value = 0 },
    method = "newton", along = "friction" }, system, rows)
  -- x = (q.x, q.y, v.x, v.y, delta.floor.n .t .o, delta.wall.n .t)
  same(e.final, { 0, 2, -1, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0 },
    "final")
  same(e.start, { 0, 0, 0, 7 }, "start")
  same(e.value, { 3, 0 }, "value")
  assert(e.method == "newton" and e.along == "friction")
  assert(ends.read(nil, system, rows) == nil)
end
print("ok rows")

local function refuses(given, text)
  local fine, why = pcall(ends.read, given, system, rows)
  assert(not fine and tostring(why):find(text, 1, true),
    ("'%s' is not said, but: %s"):format(text, tostring(why)))
end

local good = { start = { ["v.x"] = 1 }, value = 0 }
refuses(3, "is wanted")
refuses({ good }, "1 rows for 2 unknown velocities")
refuses({ good, { final = { ["q.z"] = 1 }, value = 0 } }, "unknown key 'q.z'")
refuses({ good, { final = { ["q.x"] = true }, value = 0 } }, "is no number")
refuses({ good, { final = {} } }, "value = a number")
refuses({ good, good, method = "secannt" }, "did you mean 'secant'")
refuses({ good, good, along = "mass" }, "no 'mass'")
refuses({ good, good, mehtod = "secant" }, "did you mean 'method'")
refuses({ good, { begin = {}, value = 0 } }, "unknown key 'begin'")
print("ok refusals")

-- A ball on a spring-damper floor without gravity, thrown so that b = M v(0) + N
-- x(T) holds with all of the state in it.
do
  local made = perp.system { coordinates = { "x" },
    mass = function() return { { 2 } } end,
    contacts = function(q)
      return { { name = "floor", gap = q.x, stiffness = 50, damping = 3 } }
    end }
  local run = perp.simulate { system = made, scheme = "theta", h = 0.01,
    T = 0.3, q = { 0 }, v = { -1 }, ends = { { start = { ["v.x"] = 0.5 },
      final = { ["q.x"] = 1, ["v.x"] = 0.25, ["delta.floor.n"] = -2 },
      value = -0.75 } } }
  local n = #run.t
  local b = 0.5 * run["v.x"][1] + run["q.x"][n] + 0.25 * run["v.x"][n] -
    2 * run["delta.floor.n"][n]
  assert(math.abs(b + 0.75) < 1e-9, "b = " .. b)
end
print("ok run")
