-- What worlds in the plane and in space share: walls, contacts of the scene's own,
-- pairs that do not collide, the start. Against closed forms, and against a list of
-- all pairs from which those named are taken out by hand.
local perp = require "perp"
local planar, spatial = require "perp.planar", require "perp.spatial"

local seed = tonumber(os.getenv("PERP_SEED")) or 3
print("seed " .. seed)
math.randomseed(seed)

local function near(a, b, tolerance, what)
  if not (math.abs(a - b) <= tolerance) then
    error(("%s: %.17g, wanted %.17g"):format(what, a, b), 2)
  end
end

-- The names of all contacts, in the order of the columns.
local function contacts(system)
  local list = {}
  for _, contact in ipairs(system.contacts) do
    list[#list + 1] = contact.name
  end
  for _, binding in ipairs(system.bindings) do
    for _, name in ipairs(binding.names) do
      list[#list + 1] = name
    end
  end
  return list
end

-- ## Walls
--
-- A slope with the angle a as a wall of its own, next to a level ground far below:
-- a mass point with friction begins to slide with g (sin a - mu cos a). With
-- alpha = 1 and a constant force each step adds exactly h times that.

for _, case in ipairs { { 0.3, 0.2, 0.2 }, { 0.5, 0.9, 0.25 },
  { 0.5, 0.1, 0.25 }, { 0.2, 0.9 } } do
  local a, mu, own = case[1], case[2], case[3]
  local u = { math.cos(a), -math.sin(a) } -- down the slope
  local speed = 0.5
  local w = planar.world { mu = mu, ground = { point = { 0, -50 } } }
  w:point { name = "p", mass = 2 }
  w:wall { name = "slope", normal = { math.sin(a), math.cos(a) }, mu = own }
  local run = perp.simulate { system = w:system(), h = 0.01, T = 0.1, alpha = 1,
    v = { speed * u[1], speed * u[2] } }
  local down = math.sin(a) - math.min(mu, own or mu) * math.cos(a)
  local last = math.max(0, speed + 9.81 * down * 0.1)
  near(run["v.p.x"][11], last * u[1], 1e-12, "slope, plane")
  near(run["v.p.y"][11], last * u[2], 1e-12, "slope, plane")
  w = spatial.world { mu = mu, ground = { point = { 0, 0, -50 } } }
  w:point { name = "p", mass = 2 }
  w:wall { name = "slope", normal = { math.sin(a), 0, math.cos(a) }, mu = own }
  run = perp.simulate { system = w:system(), h = 0.01, T = 0.1, alpha = 1,
    v = { ["p.vx"] = speed * u[1], ["p.vz"] = speed * u[2] } }
  near(run["v.p.vx"][11]^2 + run["v.p.vy"][11]^2 + run["v.p.vz"][11]^2, last^2,
    1e-11, "slope, space")
end
do -- a ball in a corner of three walls, each with the offset n.p
  local w = spatial.world { gravity = { 0, 0, 0 }, ground = false }
  w:sphere { mass = 1, radius = 0.5 }
  w:wall { point = { 2, 7, 7 }, normal = { -2, 0, 0 } }
  w:wall { name = "back", point = { 5, 3, 5 }, normal = { 0, -1, 0 } }
  local names = table.concat(contacts(w:system()), " ")
  assert(names == "wall1 back", names)
  local run = perp.simulate { system = w:system(), h = 0.01, T = 3, e = 1,
    v = { 1, 2, 0, 0, 0, 0 }, q = { 0, 0, 0, 1, 0, 0, 0 } }
  near(run["q.x"][#run.t], 1.5 - (3 - 1.5), 1e-9, "behind the wall at 2")
  near(run["q.y"][#run.t], 2.5 - 2 * (3 - 1.25), 1e-9, "behind the wall at 3")
end
print("ok walls")

-- ## Contacts of the scene's own
--
-- A bead on a floor and below a ceiling that the scene writes. With e = 1 and no
-- gravity the height is a triangle wave of the time.

do
  local w = planar.world { gravity = { 0, 0 } }
  w:point { name = "bead", mass = 3 }
  w:contact { name = "ceiling", gap = function(q) return 1 - q["bead.y"] end,
    slips = function(_, v) return { v["bead.x"] } end, mu = 0 }
  local names = table.concat(contacts(w:system()), " ")
  assert(names == "ceiling bead-ground", names)
  local run = perp.simulate { system = w:system(), h = 1 / 64, T = 5, e = 1,
    q = { 0, 0.5 }, v = { 0, 0.75 } }
  for l, t in ipairs(run.t) do
    local s = (0.5 + 0.75 * t) % 2
    near(run["q.bead.y"][l], s <= 1 and s or 2 - s, 1e-8, "triangle wave")
  end
  -- Friction: pressed by gravity upwards, braked by mu g.
  w = spatial.world { gravity = { 0, 0, 8 }, ground = false }
  w:point { name = "p", mass = 3 }
  w:contact { name = "ceiling", gap = function(q) return -q["p.z"] end, mu = 0.25,
    slips = function(_, v) return { v["p.vx"], v["p.vy"] } end }
  run = perp.simulate { system = w:system(), h = 1 / 64, T = 0.25, alpha = 1,
    v = { 0, 3, 0 } }
  near(run["v.p.vy"][17], 3 - 0.25 * 0.25 * 8, 1e-13, "braked below")
end
print("ok own contacts")

-- ## Who does not collide

local function both(name, a, b)
  local x, y = name:match("^([^-]+)-(.+)$")
  x, y = x:match("^[^.]+"), y:match("^[^.]+")
  return x == a and y == b or x == b and y == a
end

local function flat(w)
  local list = {}
  for i, mu in ipairs { 0.5, 0.2, 0.5, 0.5 } do
    list[#list + 1] = w:box { name = "b" .. i, mass = 1, width = 1, height = 1,
      mu = mu }
    list[#list + 1] = w:disc { name = "d" .. i, mass = 1, radius = 1, mu = mu }
    list[#list + 1] = w:capsule { name = "c" .. i, mass = 1, length = 1,
      radius = 1 }
    list[#list + 1] = w:point { name = "p" .. i, mass = 1 }
  end
  list[#list + 1] = w.walls[1]
  list[#list + 1] = w:wall { name = "left", normal = { 1, 0 }, mu = 0.3 }
  return list
end

local function solid(w)
  local list = {}
  for i, mu in ipairs { 0.5, 0.2, 0.5 } do
    list[#list + 1] = w:box { name = "b" .. i, mass = 1, size = { 1, 1, 1 },
      mu = mu }
    list[#list + 1] = w:sphere { name = "s" .. i, mass = 1, radius = 1 }
    list[#list + 1] = w:rod { name = "r" .. i, mass = 1, length = 1 }
  end
  list[#list + 1] = w.walls[1]
  list[#list + 1] = w:wall { name = "left", normal = { 1, 0, 0 }, mu = 0.3 }
  return list
end

for _, kind in ipairs { { planar.world, flat, 12 }, { spatial.world, solid, 6 } } do
  local new, fill = kind[1], kind[2]
  local w = new { mu = 0.4 }
  fill(w)
  local all = contacts(w:system())
  for _ = 1, kind[3] do
    w = new { mu = 0.4 }
    local list, left = fill(w), all
    for _ = 1, math.random(4) do
      local i, j = math.random(#list), math.random(#list)
      local a, b = list[i].name, list[j].name
      if i ~= j then
        if math.random(2) == 1 then
          w:ignore(a, b)
        else
          w:ignore(list[i], list[j])
        end
        local rest = {}
        for _, name in ipairs(left) do
          if not both(name, a, b) then
            rest[#rest + 1] = name
          end
        end
        left = rest
      end
    end
    local got = contacts(w:system())
    assert(#got == #left, ("%d contacts, wanted %d"):format(#got, #left))
    for i, name in ipairs(left) do
      assert(got[i] == name, got[i] .. " in the place of " .. name)
    end
  end
end

-- A friction coefficient follows its pair: the smaller one, and that of the wall.
do
  local w = planar.world { mu = 0.4 }
  flat(w)
  w:ignore("b1", "b4")
  for _, binding in ipairs(w:system().bindings) do
    for _, name in ipairs(binding.names) do
      local least = 1
      for part, number in name:gmatch("([%a]+)(%d*)") do
        local own = (part == "left") and 0.3 or part == "ground" and 1 or
          (part == "b" or part == "d") and (number == "2" and 0.2 or 0.5) or
          number ~= "" and 0.4 or 1
        least = math.min(least, own)
      end
      assert(binding.mu == least, name .. ": mu = " .. binding.mu)
    end
  end
end

-- Joined bodies, unless a joint says so; ignored ones in any case.
local function joined(collide, ignored, more)
  local w = planar.world { ground = false }
  local a = w:box { name = "a", mass = 1, width = 1, height = 1 }
  w:box { name = "b", mass = 1, width = 1, height = 1 }
  w:revolute { "pin", a = a, b = "b", on = { 2, 0 }, collide = collide }
  if more then
    w:prismatic { "rail", a = a, b = "b" }
  end
  if ignored then
    w:ignore("b", a)
  end
  return #contacts(w:system())
end
assert(joined() == 0 and joined(false) == 0 and joined(true) == 8)
assert(joined(true, true) == 0 and joined(true, false, true) == 8)
-- Without the contacts that were never active the motion is the same to the last bit:
-- an arm swings and falls off, a box lies on the ground far from it.
do
  local function swing(collide)
    local w = planar.world { mu = 0.3 }
    w:box { name = "a", mass = 1, width = 1, height = 0.5 }
    w:rod { name = "b", mass = 0.5, length = 1 }
    w:box { name = "c", mass = 1, width = 1, height = 1 }
    w:revolute { "pin", a = "a", b = "b", on = { -1.5, 0 }, collide = collide }
    local q, v = w:state { a = { at = { 0, 0.3 }, velocity = { 1, 0 } },
      b = { at = { 1.5, 0.3 }, velocity = { 1, 0 } },
      c = { at = { 9, 0.5 }, velocity = { -1, 0 } } }
    return perp.simulate { system = w:system(), h = 0.01, T = 1, q = q, v = v }
  end
  local run, full = swing(), swing(true)
  local less, moved = 0, 0
  for _, column in ipairs(full.columns) do
    local there = false
    for _, name in ipairs(run.columns) do
      there = there or name == column
    end
    less = less + (there and 0 or 1)
    for l, x in ipairs(full[column]) do
      assert(there and run[column][l] == x or not there and x == 0, column)
      moved = moved + (column == "cn.c.1-ground" and x > 0 and 1 or 0)
    end
  end
  assert(less == 4 and moved > 50) -- cn and ft of two contacts
end
-- Who hangs on the world still touches the ground.
do
  local w = planar.world {}
  local a = w:rod { mass = 1, length = 1 }
  w:revolute { "pin", a = a, on = { 0, 2 } }
  assert(#contacts(w:system()) == 2)
end
print("ok who does not collide")

-- ## Motors
--
-- Two free bodies, driven apart: each turns with the torque over its inertia, about
-- the axis that a's direction has in the world and b's own directions.

do
  local w = planar.world { gravity = { 0, 0 }, ground = false }
  w:disc { name = "a", mass = 2, radius = 1 } -- inertia 1
  w:disc { name = "b", mass = 1, radius = 2 } -- inertia 2
  w:ignore("a", "b")
  w:motor { "m", a = "a", b = "b", torque = 3 }
  w:motor { "brake", a = "b", torque = function(t) return 2 * t end }
  local run = perp.simulate { system = w:system(), h = 1 / 64, T = 1,
    q = { ["b.x"] = 9 } } -- the middle of a step, alpha = 1/2, sums 2 t exactly
  near(run["v.a.th"][65], 3, 1e-12, "a's spin")
  near(run["v.b.th"][65], (-3 + 1) / 2, 1e-12, "b's spin")
  w = spatial.world { gravity = { 0, 0, 0 }, ground = false }
  w:sphere { name = "a", mass = 5, radius = 1 } -- inertia 2
  w:sphere { name = "b", mass = 10, radius = 1 } -- inertia 4
  w:motor { "m", a = "a", b = "b", torque = 3, axis = { 0, 3, 4 } }
  -- a turned a quarter about x: its y is the world's z, its z the world's -y. b
  -- turned a quarter about z: the world's y is its x.
  local q, v = w:state { a = { turn = spatial.turn({ 1, 0, 0 }, math.pi / 2) },
    b = { at = { 9, 0, 0 }, turn = spatial.turn({ 0, 0, 1 }, math.pi / 2) } }
  run = perp.simulate { system = w:system(), h = 1 / 64, T = 1, q = q, v = v }
  for name, want in pairs { ["a.wx"] = 0, ["a.wy"] = 0.9, ["a.wz"] = 1.2,
    ["b.wx"] = 0.6, ["b.wy"] = 0, ["b.wz"] = -0.45 } do
    near(run["v." .. name][65], want, 1e-3, name)
  end
end
print("ok motors")

-- ## The start

do
  local w = planar.world { ground = false }
  w:point { name = "p", mass = 1 }
  w:disc { mass = 1, radius = 1, coordinates = { "a", "b", "phi" } }
  w:box { name = "c", mass = 1, width = 1, height = 1 }
  local q, v = w:state { p = { at = { 1, 2 }, velocity = { 3, 4 } },
    c = { turn = 5, spin = perp.ratio(1, 3) } }
  local want = { { q, "p.x", 1 }, { q, "p.y", 2 }, { v, "p.x", 3 },
    { v, "p.y", 4 }, { q, "c.th", 5 }, { v, "c.th", perp.ratio(1, 3) },
    { q, "phi", 0 }, { v, "b", 0 }, { q, "c.x", 0 } }
  for _, x in ipairs(want) do
    assert(x[1][x[2]] == x[3], x[2])
  end
  w = planar.world {}
  w:disc { mass = 1, radius = 1 }
  q, v = w:state { at = { 0, 1 }, spin = 2 }
  assert(q.x == 0 and q.y == 1 and q.th == 0 and v.th == 2)
  -- What is left out is rest and the origin, in any way of leaving out.
  for _, start in ipairs { { {}, {} }, {}, { { y = 0 }, { y = 0 } },
    { { 0, 0, 0 } } } do
    w = planar.world { gravity = { 0, 0 }, ground = false }
    w:disc { mass = 1, radius = 1 }
    local run = perp.simulate { system = w:system(), h = 0.5, T = 1,
      q = start[1], v = start[2] }
    assert(run["q.x"][3] == 0 and run["v.th"][3] == 0)
    w = spatial.world { gravity = { 0, 0, 0 }, ground = false }
    w:sphere { mass = 1, radius = 1 }
    run = perp.simulate { system = w:system(), h = 0.5, T = 1,
      q = start[1] and not start[1][1] and start[1] or nil }
    assert(run["q.q0"][3] == 1 and run["q.q1"][3] == 0 and run["v.wx"][3] == 0)
  end
  -- A system of one's own has rest as default, and no place.
  local own = perp.system { coordinates = { "x" }, mass = { { 1 } } }
  assert(perp.simulate { system = own, h = 1, T = 1, q = { 2 } }["v.x"][2] == 0)
  assert(perp.simulate { system = own, h = 1, T = 1, q = { 2 }, v = {} }
    ["q.x"][2] == 2)
  local ok, why = pcall(perp.simulate, { system = own, h = 1, T = 1, v = {} })
  assert(not ok and tostring(why):find("no q, the initial coordinates"), why)
end
print("ok the start")

-- ## What a replay is told
--
-- The rim of a capsule is as far from its axis as its radius, a polygon's corners are
-- its vertices from the centre, walls are half planes.

do
  local w = planar.world {}
  w:capsule { name = "c", mass = 1, length = 2, radius = 0.5 }
  w:polygon { name = "p", mass = 1, vertices = { { 3, 0 }, { 6, 0 }, { 3, 3 } } }
  w:wall { name = "left", point = { -2, 7 }, normal = { 3, 0 } }
  w:system()
  local picture = require "perp.movie_bodies".picture(w, 2)
  for _, p in ipairs(picture.bodies[1].corners) do
    local out = math.max(0, math.abs(p[1]) - 1)
    near(math.sqrt(out^2 + p[2]^2), 0.5, 1e-15, "rim")
  end
  for i, p in ipairs { { -1, -1 }, { 2, -1 }, { -1, 2 } } do
    near(picture.bodies[2].corners[i][1], p[1], 1e-15, "corner")
    near(picture.bodies[2].corners[i][2], p[2], 1e-15, "corner")
  end
  assert(#picture.walls == 1 and picture.walls[1][1] == 1 and
    picture.walls[1][3] == -2 and picture.ground[2] == 1)
end
print("ok what a replay is told")
