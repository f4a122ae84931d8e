-- A run and what the scene sees of it, against the closed form of the step:
-- x'' = -x with alpha = gamma = 1/2 turns by 2 atan(h/2) in each step.
local perp = require "perp"
local h, n = perp.ratio(1, 100), 100
local run = perp.simulate { name = "oscillator", h = h, T = n * h,
  system = perp.system { coordinates = { "x" }, velocities = { "u" },
    mass = function() return { { 1 } } end,
    force = function(t, q) return { -q.x } end },
  q = { x = 1 }, v = { u = 0 } }
local angle = 2 * math.atan(1 / 200)
for i = 0, n do
  assert(math.abs(run["q.x"][i + 1] - math.cos(i * angle)) < 1e-13)
  assert(math.abs(run["v.u"][i + 1] + math.sin(i * angle)) < 1e-13)
  assert(math.abs(run.t[i + 1] - i / 100) < 1e-15)
end
local names = table.concat(run.columns, " ")
assert(names == "step t q.x v.u va.u kinetic", names)
assert(run.summary.steps == n and run.summary.lcps == n)
assert(math.abs(run.summary.kinetic_last - run["kinetic"][n + 1]) == 0)
local ok, message = pcall(function() return run["q.y"] end)
assert(not ok and message:find("no column 'q.y' (did you mean 'q.x'?)", 1, true))
