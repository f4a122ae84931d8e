-- The keys of an experiment's impact, what they refuse, and what they become in
-- a run: a ball in a corner, whose outcomes are known by hand.
local perp = require "perp"
local laws = require "perp.laws"
local rows = { { name = "A" }, { name = "B" }, { name = "C" } }

local function same(got, want)
  for key, x in pairs(want) do
    assert(got[key] == x, ("%s is %s, not %s"):format(key, got[key], x))
  end
end

do
  assert(laws.read(nil, rows) == nil)
  same(laws.read({ h = 0.3, N = 10, samples = 7 }, rows), { h = 0.3, N = 10,
    samples = 7, seed = 0, tolerance = 0, random = false })
  same(laws.read({ law = "simultaneous" }, rows), { law = 0, random = false })
  same(laws.read({ law = "halm_posa", h = perp.ratio(1, 4), seed = 5,
    tolerance = 1e-8, select = "random" }, rows), { law = 3, h = 0.25,
    N = 1000, seed = 5, tolerance = 1e-8, random = true })
  local x = laws.read({ law = "routh", order = { "C", "A" }, impacts = 4 },
    rows)
  same(x, { law = 2, impacts = 4 })
  assert(#x.order == 2 and x.order[1] == 3 and x.order[2] == 1)
end
print("ok keys")

local function refuses(given, text)
  local fine, why = pcall(laws.read, given, rows)
  assert(not fine and tostring(why):find(text, 1, true),
    ("'%s' is not said, but: %s"):format(text, tostring(why)))
end

refuses(7, "is wanted")
refuses({ law = "halmposa", h = 1 }, "did you mean 'halm_posa'")
refuses({ law = 3 }, "there is no '3'")
refuses({ law = "halm_posa" }, "impact.h is missing")
refuses({ law = "halm_posa", h = 0 }, "impact.h = 0;")
refuses({ law = "halm_posa", h = -1 }, "impact.h = -1;")
refuses({ law = "halm_posa", h = 0 / 0 }, "not a finite number")
refuses({ law = "halm_posa", h = 1, N = -1 }, "impact.N = -1;")
refuses({ law = "halm_posa", h = 1, seed = 0.5 }, "impact.seed = 0.5;")
refuses({ law = "halm_posa", h = 1, seed = -2 }, "impact.seed = -2;")
refuses({ law = "halm_posa", h = 1, samples = 0 }, "impact.samples = 0;")
refuses({ law = "halm_posa", h = 1, order = { "A" } }, "unknown key 'order'")
refuses({ law = "sequential", tolerance = -1 }, "impact.tolerance = -1;")
refuses({ law = "sequential", select = "all" }, "there is no 'all'")
refuses({ law = "sequential", order = "A" }, "a list of contacts")
refuses({ law = "sequential", order = {} }, "a list of contacts")
refuses({ law = "sequential", order = { "D" } }, "no contact 'D'")
refuses({ law = "sequential", order = { "A", "A" } }, "'A' is named twice")
refuses({ law = "routh", impacts = 0 }, "impact.impacts = 0;")
refuses({ law = "routh", impacts = 10 ^ 7 }, "from 1 to 1000000 is wanted")
refuses({ law = "halm_posa", h = 1, seed = 2 ^ 41 },
  "from 0 to 1099511627776 is wanted")
refuses({ h = 1, N = 2 ^ 41, samples = 1 }, "from 0 to 1099511627776")
refuses({ law = "routh", seeed = 1 }, "did you mean 'seed'")
refuses({ h = 1, N = 1, samples = 1, seed = 2 }, "unknown key 'seed'")
refuses({ h = 1, N = 1 }, "impact.samples is missing")
print("ok refusals")

-- A unit mass hits two walls without friction whose normals n make an angle, cos
-- = c. Contact by contact it loses its speed along one normal, then along the
-- other; a third impact follows when c > 0 turns it back to the first: with c <=
-- 0 the second impact pushes it off the first wall.
local function corner(law)
  local made = perp.system { coordinates = { "x", "y" },
    mass = function() return { { 1, 0 }, { 0, 1 } } end,
    contacts = function(q)
      return { { name = "A", gap = q.y }, { name = "B",
        gap = 0.6 * q.y + 0.8 * q.x } }
    end }
  local run = perp.simulate { system = made, h = 0.01, T = 0.01, name = law[1],
    q = { 0, 0 }, v = { -1, -2 }, impact = { law = "sequential",
      order = law } }
  return run["v.x"][2], run["v.y"][2], run["cn.A"][2], run["cn.B"][2]
end
do
  -- A: (-1, 0); B: n.v = -0.8, v = (-0.36, 0.48)
  local x, y, a, b = corner { "A", "B" }
  assert(math.abs(x + 0.36) < 1e-15 and math.abs(y - 0.48) < 1e-15)
  assert(math.abs(a - 2) < 1e-15 and math.abs(b - 0.8) < 1e-15)
  -- B: n.v = -2, v = (0.6, -0.8); A: (0.6, 0), which leaves B
  x, y, a, b = corner { "B" }
  assert(math.abs(x - 0.6) < 1e-15 and math.abs(y) < 1e-15)
  assert(math.abs(a - 0.8) < 1e-15 and math.abs(b - 2) < 1e-15)
end
print("ok a corner")
