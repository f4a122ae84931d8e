--- # Kinds, sides and bindings in a scene
--
--- A library writes the contact of two things once: a *kind*. A *side* lists
--- the things that can stand on one side of it, with their coordinates and
--- parameters. A *binding* is the product of two sides.

local core = require "perp.core"
core.library()
local record = require "perp.record"
local shapes = require "perp.shapes"

local kinds = {}

local kind_type, side_type, bind_type = {}, {}, {}

local function two(t, key, default)
  local list = t[key] or default or { 0, 0 }
  if type(list) ~= "table" or #list ~= 2 or math.type(list[1]) ~= "integer" or
    math.type(list[2]) ~= "integer" or list[1] < 0 or list[2] < 0 then
    record.fail(("kind: %s = { a, b }, two counts, is wanted"):format(key), key)
  end
  return list
end

--- The inputs of a kind in the order of src/model/system/kind.h, cut into the six
--- vectors that its function is given.
local function split(all, sizes)
  local vectors, at = {}, 1
  for i, n in ipairs(sizes) do
    vectors[i] = table.move(all, at, at + n - 1, 1, {})
    at = at + n
  end
  return vectors
end

--- first, first + 1, ..., n of them, behind the list.
local function range(first, n, list)
  list = list or {}
  for i = first, first + n - 1 do
    list[#list + 1] = i
  end
  return list
end

--- The rates q' = Gamma(q) v of both sides as the contact sees them, each side
--- by the function of its own; a side without one has q' = v.
local function rates(t, c, v, recorder, all)
  local side, out = { 0, 0 }, {}
  for i = 1, 2 do
    local at = i == 2 and c[1] or 0
    local from = c[1] + c[2] + (i == 2 and v[1] or 0)
    local seen = range(at + 1, c[i], range(from + 1, v[i]))
    local q = table.move(all, at + 1, at + c[i], 1, {})
    local u = table.move(all, from + 1, from + v[i], 1, {})
    local f = t.rates and t.rates[i]
    if f then
      local list = record.once(recorder, f, t.name .. " rates", #all,
        function(x)
          return f(table.move(x, at + 1, at + c[i], 1, {}),
            table.move(x, from + 1, from + v[i], 1, {}))
        end, all, seen)
      side[i] = shapes.vector(list, c[i], "rates", f)
    elseif c[i] ~= v[i] then
      record.fail(("kind '%s': side %s has %d coordinates and %d velocities" ..
        "; rates = { A, B } must say how they belong together"):format(t.name,
        ("AB"):sub(i, i), c[i], v[i]), "vels")
    else
      side[i] = u
    end
    table.move(side[i], 1, c[i], at + 1, out)
  end
  return t.rates and out
end

function kinds.kind(t)
  record.keys(t, { "name", "coords", "vels", "params", "rates", "contact" },
    "perp.kind")
  local c, p = two(t, "coords"), two(t, "params")
  local v = two(t, "vels", c)
  if type(t.name) ~= "string" then
    record.fail("kind: a name is wanted", "name")
  elseif type(t.contact) ~= "function" then
    record.fail("kind: contact = function(qa, qb, va, vb, pa, pb) is wanted",
      "contact")
  end
  if type(t.rates or {}) ~= "table" then
    record.fail("kind: rates = { function(q, v) ... end or false, ... } is " ..
      "wanted", "rates")
  end
  local sizes = { c[1], c[2], v[1], v[2], p[1], p[2] }
  local tag, names = { "qa", "qb", "va", "vb", "pa", "pb" }, {}
  for i, n in ipairs(sizes) do
    for k = 1, n do
      names[#names + 1] = tag[i] .. k
    end
  end
  local recorder, all = core.recorder(names), {}
  for i = 1, #names do
    all[i] = core.input(recorder, i)
  end
  local result = record.once(recorder, t.contact, t.name, #names,
    function(point)
      local gap, slips = t.contact(table.unpack(split(point, sizes), 1, 6))
      return { gap, slips }
    end, all, range(1, #names))
  local slips = result[2] or {}
  local made = core.kind { recorder = recorder, name = t.name,
    coordsA = c[1], coordsB = c[2], velsA = v[1], velsB = v[2],
    paramsA = p[1], paramsB = p[2], rates = rates(t, c, v, recorder, all),
    gap = result[1], slips = shapes.vector(slips, #slips, "slips", t.contact) }
  return setmetatable({ core = made, name = t.name, coords = c, vels = v,
    params = p, slips = #slips, contact = t.contact }, kind_type)
end

--- `perp.side{ { coords = { "x", "y" }, params = { 1 }, name = "ball" } }`.
--- A coordinate `false` is the fixed world. `vels` names the velocities, where
--- they have names of their own.
function kinds.side(entries)
  if type(entries) ~= "table" then
    record.fail("perp.side wants a list of entries")
  end
  for i, entry in ipairs(entries) do
    local what = ("entry %d of a side"):format(i)
    record.keys(entry, { "coords", "vels", "params", "name" }, what)
    entry.coords, entry.params = entry.coords or {}, entry.params or {}
    entry.own = entry.vels ~= nil
    entry.vels = entry.vels or entry.coords
    local first = entries[1]
    if #entry.coords ~= #first.coords or #entry.vels ~= #first.vels or
      #entry.params ~= #first.params or entry.own ~= first.own then
      record.fail(("%s has other numbers of coordinates, velocities or " ..
        "parameters than entry 1"):format(what))
    end
    shapes.vector(entry.params, #entry.params, what .. " params")
  end
  return setmetatable({ entries = entries }, side_type)
end

function kinds.bind(t)
  record.keys(t, { "kind", "sideA", "sideB", "mu", "names", "rule",
    "stiffness", "damping" }, "perp.bind")
  if getmetatable(t.kind) ~= kind_type then
    record.fail("perp.bind: kind = perp.kind{...} is wanted", "kind")
  end
  for i, key in ipairs { "sideA", "sideB" } do
    if getmetatable(t[key]) ~= side_type then
      record.fail(("perp.bind: %s = perp.side{...} is wanted"):format(key), key)
    end
    local first = t[key].entries[1]
    if first and (#first.coords ~= t.kind.coords[i] or
      #first.vels ~= t.kind.vels[i] or #first.params ~= t.kind.params[i]) then
      record.fail(("perp.bind: %s has %d coordinates, %d velocities and %d " ..
        "parameters, the kind '%s' wants %d, %d and %d"):format(key,
        #first.coords, #first.vels, #first.params, t.kind.name,
        t.kind.coords[i], t.kind.vels[i], t.kind.params[i]), key)
    end
  end
  if t.rule ~= nil and t.rule ~= "all" and t.rule ~= "apart" then
    record.fail("perp.bind: rule is 'all' or 'apart'", "rule")
  end
  return setmetatable({ form = t, mu = shapes.friction(t.mu, "binding") },
    bind_type)
end

local function indices(list, known, what, out)
  for _, name in ipairs(list) do
    if name and not known.place[name] then
      record.fail(("a side speaks of a %s '%s' that there is not%s"):format(
        what, tostring(name), record.suggestion(name, known.names)), name)
    end
    out[#out + 1] = name and known.place[name] or 0
  end
end

--- Where the velocities have names of their own, or Gamma is not the identity,
--- a side that moves must name its velocities.
local function made_side(side, q, v, cache)
  if cache[side] then
    return cache[side]
  end
  local first = side.entries[1] or { coords = {}, vels = {}, params = {} }
  if #first.coords > 0 and not first.own and v.own then
    record.fail("a side names no velocities (vels); in a system with rates " ..
      "they are not the coordinates'")
  end
  local places, params = {}, {}
  for _, entry in ipairs(side.entries) do
    indices(entry.coords, q, "coordinate", places)
    table.move(entry.params, 1, #entry.params, #params + 1, params)
  end
  for _, entry in ipairs(first.own and side.entries or {}) do
    indices(entry.vels, v, "velocity", places)
  end
  cache[side] = core.side(#first.coords, #first.params, places, params,
    #side.entries, first.own and #first.vels or 0)
  return cache[side]
end

local function pair_names(form, pairs_list, seen)
  local names, given = {}, form.names
  local n = #pairs_list // 2
  if type(given) == "table" and #given ~= n then
    record.fail(("perp.bind: %d names for %d pairs"):format(#given, n), "names")
  end
  for i = 1, n do
    local a = form.sideA.entries[pairs_list[2 * i - 1]]
    local b = form.sideB.entries[pairs_list[2 * i]]
    local name
    if type(given) == "table" then
      name = given[i]
    elseif type(given) == "function" then
      name = given(a.name, b.name, i)
    elseif a.name and b.name then
      name = a.name .. "-" .. b.name
    else
      name = form.kind.name .. (n > 1 and "." .. i or "")
    end
    if type(name) ~= "string" or not name:find("^[%w_.:+-]+$") or seen[name]
    then
      record.fail(("perp.bind: the name '%s' of pair %d is used twice or " ..
        "holds other characters than letters, digits and _ . : + -")
        :format(tostring(name), i), "names")
    end
    seen[name] = true
    names[i] = name
  end
  return names
end

local function known(names, own)
  local place = {}
  for i, name in ipairs(names) do
    place[name] = i
  end
  return { names = names, place = place, own = own }
end

--- The bindings of a system, as src/scene/bind wants them: `own` says that it has
--- velocities of their own.
function kinds.resolve(list, coordinates, velocities, own, seen)
  local out, cache = {}, {}
  local q, v = known(coordinates), known(velocities, own)
  for i, binding in ipairs(list or {}) do
    if getmetatable(binding) ~= bind_type then
      record.fail(("binding %d: perp.bind{...} is wanted"):format(i),
        "bindings")
    end
    local form = binding.form
    local made, pairs_list = core.product(form.kind.core,
      made_side(form.sideA, q, v, cache), made_side(form.sideB, q, v, cache),
      form.rule or "all")
    if #pairs_list > 0 then
      out[#out + 1] = { pairs = made, mu = binding.mu,
        names = pair_names(form, pairs_list, seen), slips = form.kind.slips,
        stiffness = form.stiffness, damping = form.damping }
    end
  end
  return out
end

return kinds
