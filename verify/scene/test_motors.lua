-- Motors that hold a rate: where the rate is out of reach, the motion is that of the
-- torque; where the limit is out of reach, that of the rate; between them closed forms,
-- and the two conservation laws, which the force on a and the opposite one on b keep.
local perp = require "perp"
local planar, spatial = require "perp.planar", require "perp.spatial"

local seed = tonumber(os.getenv("PERP_SEED")) or 5
print("seed " .. seed)
math.randomseed(seed)

local function near(a, b, tolerance, what)
  if not (math.abs(a - b) <= tolerance) then
    error(("%s: %.17g, wanted %.17g"):format(what, a, b), 2)
  end
end

local function random()
  return math.random() * 2 - 1
end

local function same(one, other, columns, tolerance)
  local rows = 0
  for _, name in ipairs(columns) do
    for l, x in ipairs(other[name]) do
      near(one[name][l], x, tolerance, name .. " in row " .. l)
      rows = rows + 1
    end
  end
  assert(rows > 0)
end

-- ## Out of reach: a torque
--
-- Two bodies in any place and turn; a motor that wants more than it can have gives what
-- the motor with the torque gives, in the plane and about any axis in space.

local function turned(space, words)
  local w, q, v
  if space then
    w = spatial.world { gravity = { 0, 0, 0 }, ground = false }
    w:box { name = "a", mass = 2, size = { 1, 2, 3 } }
    w:box { name = "b", mass = 3, size = { 2, 1, 1 } }
    q, v = w:state { a = { turn = spatial.turn({ 1, 2, 3 }, 1), spin = { 1, 0,
      -1 } }, b = { at = { 9, 0, 0 }, turn = spatial.turn({ -1, 0, 2 }, 2),
      spin = { 0, 0.5, 0 } } }
  else
    w = planar.world { gravity = { 0, 0 }, ground = false }
    w:disc { name = "a", mass = 2, radius = 1 }
    w:disc { name = "b", mass = 1, radius = 2 }
    q, v = w:state { b = { at = { 9, 0 }, turn = 1, spin = 0.5 } }
  end
  words[1], words.a, words.b = "m", "a", "b"
  w:motor(words)
  return perp.simulate { system = w:system(), h = 1 / 64, T = 1, q = q, v = v,
    alpha = 0.75, jacobians = "zero" } -- a torque turns within a step, a row not
end

for _, space in ipairs { false, true } do
  local axis = space and { 1, 0, -2 } or nil
  for _, sign in ipairs { 1, -1 } do
    same(turned(space, { rate = sign * 1e3, limit = 3, axis = axis }),
      turned(space, { torque = sign * 3, axis = axis }),
      space and { "v.a.wx", "v.a.wz", "v.b.wx", "v.b.wy", "q.b.q1" } or
      { "v.a.th", "v.b.th", "q.a.th" }, 1e-9)
  end
  -- Without a limit in the way: the relative rate, in each step's weighted velocity.
  local run = turned(space, { rate = function(t) return 2 + t end, limit = 1e4,
    axis = axis })
  for l = 2, space and 0 or 65 do
    near(run["va.a.th"][l] - run["va.b.th"][l], 2 + (l - 1.5) / 64, 1e-9,
      "relative rate")
  end
end
print("ok out of reach")

-- ## A clutch
--
-- Inertias 1 and 2, at rest: with |torque| <= T the relative rate grows by
-- T (1 + 1/2) a second up to w, and then stays; what they have together is zero.

for _, case in ipairs { { 3, 3 }, { -2, 5 }, { 9, 1 } } do
  local w, T = case[1], case[2]
  local world = planar.world { gravity = { 0, 0 }, ground = false }
  world:disc { name = "a", mass = 2, radius = 1 }
  world:disc { name = "b", mass = 1, radius = 2 }
  world:ignore("a", "b")
  world:motor { "m", a = "a", b = "b", rate = w, limit = T }
  local run = perp.simulate { system = world:system(), h = 1 / 64, T = 2,
    alpha = 1 }
  for l, t in ipairs(run.t) do
    local rate = math.min(math.abs(w), 1.5 * T * t) * (w > 0 and 1 or -1)
    near(run["v.a.th"][l], rate * 2 / 3, 1e-12, "a's spin")
    near(run["v.b.th"][l], -rate / 3, 1e-12, "b's spin")
    near(run["q.m.pedal"][l], 0, 1e-12, "the pedal")
    if l > 1 then
      near(run["cn.m"][l], T / 64, 1e-12, "the bound")
    end
  end
end
print("ok a clutch")

-- ## Along a line
--
-- A motor along a direction of b between two points off the centres: what it changes
-- in a step has no momentum and no angular momentum, about the places at which the step
-- begins. Pinned to its rate it makes s grow by it.

local function pulled(space)
  local n = space and 3 or 2
  local w = (space and spatial or planar).world { ground = false,
    gravity = space and { 0, 0, 0 } or { 0, 0 } }
  local at, on, along, far = {}, {}, {}, {}
  for k = 1, n do
    at[k], on[k], along[k], far[k] = random(), random(), random(),
      5 + 5 * random()
  end
  for _, name in ipairs { "a", "b" } do
    if space then
      w:box { name = name, mass = 2, size = { 1, 2, 3 } }
    else
      w:box { name = name, mass = 2, width = 1, height = 3 }
    end
  end
  w:motor { "m", a = "a", at = at, b = "b", on = on, along = along, rate = 1,
    limit = 7 }
  local q, v = w:state { a = { at = far } }
  local run = perp.simulate { system = w:system(), h = 1 / 64, T = 1, q = q,
    v = v }
  return run
end

for _ = 1, 3 do
  local run, pushed = pulled(false), 0
  for l = 2, #run.t do
    local P, L = { 0, 0 }, 0
    for _, name in ipairs { "a", "b" } do
      local function gain(x)
        local of = run["v." .. name .. "." .. x]
        return of[l] - of[l - 1]
      end
      local x, y = run["q." .. name .. ".x"][l - 1],
        run["q." .. name .. ".y"][l - 1]
      P[1], P[2] = P[1] + 2 * gain "x", P[2] + 2 * gain "y"
      L = L + 2 * (1 + 9) / 12 * gain "th" + 2 * (x * gain "y" - y * gain "x")
    end
    near(P[1], 0, 1e-12, "momentum along x")
    near(P[2], 0, 1e-12, "momentum along y")
    near(L, 0, 1e-12, "angular momentum")
    pushed = pushed + math.abs(run["ft.m"][l])
  end
  assert(pushed > 0.1)
  run = pulled(true)
  for l = 2, #run.t do
    for _, x in ipairs { "vx", "vy", "vz" } do
      near(run["v.a." .. x][l] + run["v.b." .. x][l], 0, 1e-12, "momentum")
    end
  end
end
do -- how far a is along b's direction, b turning about a pin
  local w = planar.world { gravity = { 0, 0 }, ground = false }
  w:point { name = "a", mass = 1 }
  w:disc { name = "b", mass = 1, radius = 1 }
  w:revolute { "pin", a = "b" }
  w:motor { "m", a = "a", b = "b", along = { 0, 1 }, rate = 0.5, limit = 1e3 }
  local q, v = w:state { a = { at = { 0, 2 } }, b = { spin = 1 } }
  local run = perp.simulate { system = w:system(), h = 1 / 4096, T = 0.5, q = q,
    v = v }
  local l = #run.t
  local th = run["q.b.th"][l]
  near(-math.sin(th) * run["q.a.x"][l] + math.cos(th) * run["q.a.y"][l], 2.25,
    1e-3, "along the line")
  assert(math.abs(th) > 0.1)
end
print("ok along a line")

-- ## A motion prescribed in time
--
-- Where the limit is out of reach a step moves by h times the mean of the rates at its
-- ends, the trapezoidal rule: off s(t) = a sin(wt) by at most t h^2/12 a w^3, and by
-- nothing where the rate is linear in t. What it takes is the mass times s''.

for _, case in ipairs { { 0.3, 4, 1 / 64 }, { 0.1, 9, 1 / 256 } } do
  local a, w, h = case[1], case[2], case[3]
  local world = planar.world { ground = false }
  world:disc { name = "cart", mass = 2, radius = 0.1 }
  world:prismatic { "rail", a = "cart" }
  world:motor { "drive", a = "cart", along = { 1, 0 }, limit = 1e4,
    rate = function(t) return a * w * perp.cos(w * t) end }
  world:point { name = "free", mass = 1 }
  world:motor { "lift", a = "free", along = { 0, 1 }, limit = 1e4,
    rate = function(t) return 3 * t end }
  world:ignore("cart", "free")
  local run = perp.simulate { system = world:system(), h = h, T = 1, alpha = 1,
    gamma = 1, v = { ["cart.x"] = a * w } }
  for l, t in ipairs(run.t) do
    near(run["q.cart.x"][l], a * math.sin(w * t), t * h * h / 12 * a * w ^ 3 +
      1e-9, "prescribed")
    near(run["q.free.y"][l], 1.5 * t * t, 1e-9, "linear in time")
    if l > 2 then -- differences of means, centred at the row before
      near(run["ft.drive"][l] / h, -2 * a * w * w * math.sin(w * (t - h)),
        2 * a * w ^ 4 * h * h, "what it takes")
    end
  end
end
print("ok a motion prescribed in time")

-- ## Own coordinates
--
-- A lagrangian pendulum cannot say motors; a system can: a brake of 2 N m on an inertia
-- of 4 that turns with 1 stops it at t = 2, and holds 1 N m afterwards.

do
  local system = perp.system { coordinates = { "th" }, mass = { { 4 } },
    force = function(t) return { perp.where(t - 2.5, 1, 0) } end,
    motors = { { "brake", speed = function(_, v) return v.th end, rate = 0,
      limit = 2 } } }
  local run = perp.simulate { system = system, h = 1 / 32, T = 4, q = { 0 },
    v = { 1 }, alpha = 1 }
  for l, t in ipairs(run.t) do
    near(run["v.th"][l], math.max(0, 1 - t / 2), 1e-12, "braked")
  end
  near(run["q.th"][#run.t], 1 - 1 / 64, 1e-12, "its way") -- h/2 less, alpha = 1
  near(run["ft.brake"][#run.t], -1 / 32, 1e-12, "what it holds")
  -- The bound may depend on the state; an open clutch has none.
  system = perp.system { coordinates = { "th" }, mass = { { 4 } },
    motors = { { "m", speed = function(_, v) return 2 * v.th end, rate = 9,
      limit = function(t, q, v) return 3 - 4 * t + 0 * (q.th + v.th) end } } }
  run = perp.simulate { system = system, h = 1 / 32, T = 1, q = { 0 } }
  near(run["v.th"][25], 2 * (3 * 0.75 - 2 * 0.75 ^ 2) / 4, 1e-12, "the bound")
  near(run["v.th"][33], run["v.th"][25], 1e-12, "open")
  -- The line of a real motor, taken where the step begins: 4 v' = 3 - 20 v; with its
  -- own Jacobian M~ would couple the pedal, and would not be positive definite.
  system = perp.system { coordinates = { "th" }, mass = { { 4 } },
    motors = { { "m", speed = function(_, v) return v.th end, rate = 9,
      limit = function(_, _, v) return 3 - 20 * v.th end } } }
  run = perp.simulate { system = system, h = 1 / 32, T = 1, q = { 0 },
    alpha = 1 }
  local v = 0
  for l = 2, #run.t do
    v = v + (3 - 20 * v) / 128
    near(run["v.th"][l], v, 1e-12, "a motor's line")
  end
end
print("ok own coordinates")
