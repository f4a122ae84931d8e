-- An experiment that the scene gives to the core itself is refused unless names are
-- plain, numbers finite, and counts and choices in their range.
local core = require "perp.core"

local r = core.recorder { "x", "v", "t" }
local x = core.input(r, 1)
local system = core.system { recorder = r, q = { "x" }, v = { "x" }, M = { 1 },
  k = { -1 }, theta = {}, joints = {}, contacts = { { name = "c", gap = x,
  slips = {}, mu = 0 }, { name = "d", gap = x + 1, slips = {}, mu = 0 } },
  bindings = {}, springs = {}, measures = {}, measured = {} }

local function form()
  return { system = system, name = "a", scheme = "alpha-gamma", alpha = 1,
    gamma = 1, h = 1, T = 2, tolerance = 0, e = 0, theta = 0, penetration = 0,
    q = { 0 }, v = { 0 }, impact = { law = 1, h = 1, N = 5, samples = 0, seed = 0,
      tolerance = 0, impacts = 100, order = { 2, 1 } } }
end

local run = core.run(form())
assert(#core.column(run, "t") == 3)

local nan, inf = 0 / 0, 1 / 0
local wrong = {
  name = { false, {}, "a/b", "../a", "", ("a"):rep(300), "a\nb" },
  scheme = { false, {}, "nobody's" },
  alpha = { nan, "x", 0, 2 }, gamma = { -1, {} }, h = { 0, -1, inf },
  T = { -1, nan, 1e300 }, tolerance = { -1, nan }, e = { 2, -1 },
  penetration = { -1, nan, inf }, most_collisions = { -1 },
  project = { -1, 4, 1 << 40 }, directions = { -3, 1, 2, 1 << 20, 1 << 31 },
  q = { {}, 1, { nan }, { "x" }, false }, v = { {}, 1, { inf }, false },
  system = { false, 1, {}, run, r },
  given = { (core.tape(r, { x })), (core.tape(r, { x, x, x })),
    (core.tape(core.recorder { "a" }, { 0, 0 })) },
  impact = { 1, "x" },
}
for key, list in pairs(wrong) do
  for i, value in ipairs(list) do
    local f = form()
    f[key] = value or nil
    assert(not pcall(core.run, f), ("%s, the %dth"):format(key, i))
  end
end

local laws = { law = { -1, 4, 1 << 40 }, h = { -1, nan, inf },
  N = { -1, 1 << 50 }, samples = { -1 }, seed = { -1 }, tolerance = { -1, nan },
  impacts = { -1, 1 << 40 },
  order = { 1, { 0 }, { 3 }, { 1, 1 }, { "x" }, { 1, 2, 1 }, { 1, 2, 3 } } }
for key, list in pairs(laws) do
  for i, value in ipairs(list) do
    local f = form()
    f.impact[key] = value
    assert(not pcall(core.run, f), ("impact.%s, the %dth"):format(key, i))
  end
end
