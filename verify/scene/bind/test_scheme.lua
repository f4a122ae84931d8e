-- Each scheme reads the parameters that the table of doc/01-scenes.md gives it and
-- refuses all others, by name; a scene without a scheme has the first of the table,
-- and a name that nobody has gets the list of all.
local core = require "perp.core"
local perp = require "perp"

-- The chapter's rows | `a`, `b` | PAPER | `key`, ... |, by name.
local wanted, count = {}, 0
do
  local chapter = assert(io.open((os.getenv("PERP_SOURCE") or ".") ..
    "/doc/01-scenes.md")):read("a")
  local rows = chapter:match("| scheme | paper | reads |\n|[-|]+\n(.-)\n\n")
  for names, paper, keys in rows:gmatch("|([^|]*)| (%w+) |([^|]*)|") do
    for name in names:gmatch("`([^`]+)`") do
      wanted[name], count = { paper, keys:gsub("[`,]", " ") }, count + 1
    end
  end
end

local value = { e = 0, alpha = 1, gamma = 1, jacobians = "zero",
  active = "sharp", clock = "uniform", most_collisions = 7, project = "none",
  penetration = 0, start = "torn", theta = 0, delta = {}, directions = 0,
  solver = "newton", ends = { { start = { ["v.x"] = 1 }, value = -1 } } }

local function system(yields)
  return perp.system { coordinates = { "x" },
    mass = function() return { { 2 } } end,
    contacts = function(q)
      return { yields and { name = "floor", gap = q.x, stiffness = 50,
        damping = 3 } or nil }
    end }
end
local free, soft = system(false), system(true)

local function words(text)
  local set = {}
  for word in text:gmatch("%S+") do
    set[word] = true
  end
  return set
end

local runs = 0

local function experiment(name)
  runs = runs + 1
  return { system = name == "theta" and soft or free, scheme = name, h = 1 / 4,
    name = "run" .. runs,
    T = 1 / 2, q = { 1 }, v = { -1 } }
end

local all = {}
for i, scheme in ipairs(core.schemes()) do
  local want = assert(wanted[scheme.name], scheme.name)
  assert(scheme.paper == want[1], scheme.name .. ": " .. scheme.paper)
  local knows, listed = words(want[2]), 0
  for _, key in ipairs(scheme.keys) do
    assert(knows[key], scheme.name .. " lists " .. key)
    listed = listed + 1
  end
  for key in pairs(knows) do
    listed = listed - 1
  end
  assert(listed == 0, scheme.name .. ": the list has another length")
  for key, x in pairs(value) do
    local e = experiment(scheme.name)
    e[key] = x
    local fine, why = pcall(perp.simulate, e)
    local text = ("%s is no parameter of the scheme '%s'"):format(key,
      scheme.name)
    if knows[key] then
      assert(fine, ("%s: %s: %s"):format(scheme.name, key, tostring(why)))
    else
      assert(not fine and tostring(why):find(text, 1, true),
        ("'%s' is not said, but: %s"):format(text, tostring(why)))
    end
  end
  all[i] = scheme.name
end
assert(count == #all and count >= 7 and all[1] == "alpha-gamma")
print("ok keys")

-- The usual one is the first: with its weights both runs are the same.
do
  local plain, named = experiment(nil), experiment(all[1])
  plain.alpha, named.alpha = 1 / 4, 1 / 4
  local a, b = perp.simulate(plain), perp.simulate(named)
  for i = 1, #a.t do
    assert(a["v.x"][i] == b["v.x"][i])
  end
end
print("ok the usual one")

for _, name in ipairs { "paolo", "nobody's", "" } do
  local fine, why = pcall(perp.simulate, experiment(name))
  assert(not fine and tostring(why):find("there is no scheme '" .. name .. "'",
    1, true), tostring(why))
  assert(tostring(why):find("there is: " .. table.concat(all, ", "), 1, true),
    tostring(why))
end
print("ok no such scheme")
