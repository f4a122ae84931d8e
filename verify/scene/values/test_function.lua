-- sin and its kin of numbers, ratios and symbols.
local perp = require "perp"

local function refused(part, f, ...)
  local ok, message = pcall(f, ...)
  if ok or not tostring(message):find(part, 1, true) then
    error(("not refused (%s): %s"):format(part, tostring(message)), 2)
  end
end

math.randomseed(3)
for _ = 1, 1000 do
  local x, y = 20 * math.random() - 10, 20 * math.random() - 10
  assert(math.abs(perp.sin(x) - math.sin(x)) <= 2e-16)
  assert(math.abs(perp.cos(x) - math.cos(x)) <= 2e-16)
  assert(perp.max(x, y) == math.max(x, y))
  assert(perp.min(x, y, 0) == math.min(x, y, 0))
  assert(perp.abs(x) == math.abs(x))
  assert(perp.where(x, 1, 2) == (x >= 0 and 1 or 2))
  assert(perp.sqrt(x * x) == math.sqrt(x * x))
end
assert(perp.where(0, 1, 2) == 1 and perp.where(-0.0, 1, 2) == 1)
assert(tostring(perp.max(perp.ratio(1, 3), 0.25)) == "1/3")
assert(tostring(perp.abs(perp.ratio(-1, 3))) == "1/3")
refused("number", perp.sin, "x")
refused("nothing", perp.sqrt)
refused("boolean", perp.max, 1, true)
refused("list of expressions", perp.grad, 1, 2)
refused("no coordinate", perp.grad, 1, { 2 })

-- Derivatives at a point, from systems whose force is a derivative: of
-- x^3 sin y, by hand.
local system = perp.system { coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  force = function(t, q)
    return perp.grad(q.x ^ 3 * perp.sin(q.y), q)
  end }
local along = perp.system { coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  force = function(t, q, v)
    local d = perp.tangent({ q.x * q.y, perp.cos(q.y) }, q, v)
    return d
  end }
for _ = 1, 100 do
  local x, y = 4 * math.random() - 2, 4 * math.random() - 2
  local u, w = math.random(), math.random()
  local _, k = probe_motion(system.core, { x, y }, { 0, 0 }, 0)
  assert(math.abs(k[1] - 3 * x * x * math.sin(y)) < 1e-13)
  assert(math.abs(k[2] - x ^ 3 * math.cos(y)) < 1e-13)
  _, k = probe_motion(along.core, { x, y }, { u, w }, 0)
  assert(math.abs(k[1] - (u * y + x * w)) < 1e-13)
  assert(math.abs(k[2] + math.sin(y) * w) < 1e-13)
end
