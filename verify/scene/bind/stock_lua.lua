-- `require "perp"` in a Lua that is not perp: the oscillator x'' = -x with
-- alpha = gamma = 1/2 keeps x^2 + v^2 and turns by 2 atan(h/2) per step.
local perp = require "perp"
local h, n = 0.01, 100
local run = perp.simulate { name = "oscillator", h = h, T = n * h,
  system = perp.system { coordinates = { "x" },
    mass = function() return { { 1 } } end,
    force = function(t, q) return { -q.x } end },
  q = { x = 1 }, v = { x = 0 } }
local angle = 2 * math.atan(h / 2)
for i = 0, n do
  assert(math.abs(run["q.x"][i + 1] - math.cos(i * angle)) < 1e-13)
  assert(math.abs(run["v.x"][i + 1] + math.sin(i * angle)) < 1e-13)
end
assert(run.summary.steps == n and #run.t == n + 1)
-- A controller, and one whose law fails.
local late = { name = "late", h = 0.5, T = 2, q = { 0 }, system = perp.system {
  coordinates = { "x" }, inputs = { "u" }, mass = { { 1 } },
  force = function(t, q) return { q.u } end }, controller = { rate = 1,
    law = function(t) return { u = 2 * t } end } }
assert(perp.simulate(late)["v.x"][5] == 2)
late.controller.law = function(t) return { u = t > 0 and {} or 0 } end
local fine, why = pcall(perp.simulate, late)
assert(not fine and why:find("stock_lua.lua:%d+: controller: at t = 1 the law " ..
  "gives u = a table"), why)
local ok, message = pcall(perp.simulate, { h = 0 })
assert(not ok and message:find("stock_lua.lua:%d+: the experiment has no"))
assert(require "perp.core".schemes()[1].name == "alpha-gamma")
print("ok stock lua")
