--- # Shapes
--
--- What the functions of a scene return is checked here: lists, matrices,
--- joints and contacts of the right length, with known keys and proper names.

local core = require "perp.core"
core.library()
local record = require "perp.record"

local shapes = {}
local is_number, finite = record.is_number, record.finite

--- One number or expression; `key` is its word in the table that f knows.
function shapes.entry(x, path, f, key)
  if not is_number(x) and not core.recorderof(x) then
    record.fail(("%s is %s, wanted is a number or an expression"):format(path,
      x == nil and "missing" or "a " .. type(x)), key, f)
  elseif not finite(x) then
    record.fail(("%s is %s, not a finite number"):format(path,
      record.shown(x)), key, f)
  end
  return x
end

local entry = shapes.entry

function shapes.vector(list, n, what, f, key)
  if type(list) ~= "table" then
    record.fail(("%s: a list of %d is wanted, got %s"):format(what, n,
      list == nil and "nothing" or type(list)), key, f)
  elseif #list ~= n then
    record.fail(("%s has %d entries, %d are wanted"):format(what, #list, n),
      key, f)
  end
  local out = {}
  for i = 1, n do
    local x = list[i]
    if type(x) ~= "number" or x - x ~= 0 then -- a finite one needs no path
      x = entry(x, ("%s[%d]"):format(what, i), f, key)
    end
    out[i] = x
  end
  return out
end

--- A matrix by rows, as one flat list.
--- Where to fail of what a system has under this key: in the function that gave it, or
--- at the key.
function shapes.place(s, key)
  if type(s[key]) == "function" then
    return s[key]
  end
  return record.of(s), s[key] ~= nil and key or nil
end

function shapes.matrix(rows, n, m, what, f, key)
  if type(rows) ~= "table" or #rows ~= n then
    record.fail(("%s: %d rows of %d are wanted"):format(what, n, m), key, f)
  end
  local out = {}
  for i = 1, n do
    local row = shapes.vector(rows[i], m, ("%s row %d"):format(what, i), f, key)
    table.move(row, 1, m, #out + 1, out)
  end
  return out
end

local function name_of(x, default, what, seen, f)
  local name = x.name
  if name == nil then
    name = default
  end
  if type(name) ~= "string" or not name:find("^[%w_.:+-]+$") then
    record.fail(("%s: the name must be a text of letters, digits and _ . : + -")
      :format(what), "name", f)
  elseif seen[name] then
    record.fail(("%s: the name '%s' occurs twice"):format(what, name), nil, f)
  end
  seen[name] = true
  return name
end

local function said(x)
  return type(x) == "table" and "a table" or type(x) == "string" and
    ("the text '%s'"):format(x) or record.shown(x)
end

--- mu is a number, not an expression: the cone of a step is a constant.
function shapes.friction(mu, what, f)
  if mu == nil then
    return 0
  elseif core.recorderof(mu) or type(mu) == "function" then
    record.fail(("%s: mu is a number and no function: the papers have one " ..
      "cone of friction for each contact, and so have the proofs"):format(
      what), "mu", f)
  elseif not is_number(mu) or not finite(mu) then
    record.fail(("%s: mu must be a finite number, not %s"):format(what,
      said(mu)), "mu", f)
  elseif mu < 0 then
    record.fail(("%s: mu = %s is negative; a friction coefficient is >= 0")
      :format(what, record.shown(mu)), "mu", f)
  end
  return mu
end

--- A list, and nothing beside its entries: what has a key, such as `{ pin = x }`,
--- and what stands behind a nil would be no part of any run, without a word.
local function whole_list(list, what, remedy, f)
  if type(list or {}) ~= "table" then
    record.fail(("%s: %s is wanted"):format(what, remedy), nil, f)
  end
  local n, wrong = 0, {}
  for _ in ipairs(list or {}) do
    n = n + 1
  end
  for key in pairs(list or {}) do
    if math.type(key) ~= "integer" or key < 1 or key > n then
      wrong[#wrong + 1] = tostring(key)
    end
  end
  table.sort(wrong)
  if wrong[1] then
    record.fail(("%s: the entry '%s' is none of a list; %s is wanted"):format(
      what, wrong[1], remedy), not tonumber(wrong[1]) and
      wrong[1] or nil, f)
  end
end

function shapes.joints(list, f)
  local names, theta, seen = {}, {}, {}
  whole_list(list, "joints", "a list of { name = ..., expression }", f)
  for i, joint in ipairs(list or {}) do
    local what, at = ("joint %d"):format(i), record.of(joint, f)
    record.keys(joint, { "name", 1 }, what, f)
    names[i] = name_of(joint, tostring(i), what, seen, at)
    theta[i] = entry(joint[1], ("the expression of %s"):format(what), at)
  end
  return names, theta
end

function shapes.contacts(list, f, seen)
  local out = {}
  whole_list(list, "contacts", "a list of { name = ..., gap = ... }", f)
  for i, contact in ipairs(list or {}) do
    local what, at = ("contact %d"):format(i), record.of(contact, f)
    if type(contact) == "table" and contact.e ~= nil then
      record.fail(what .. ": all contacts have one restitution; write e = " ..
        "... in the experiment", "e", at)
    end
    record.keys(contact, { "name", "gap", "slips", "mu", "surface",
      "stiffness", "damping" }, what, f)
    local slips = contact.slips or {}
    if type(slips) ~= "table" then
      record.fail(("%s: slips is a list of velocities, { ... }"):format(what),
        "slips", at)
    end
    if #slips > 0 and contact.mu == nil then
      record.fail(what .. " has slips and no mu; write mu = 0 for a contact " ..
        "without friction", "mu", at)
    end
    out[i] = { name = name_of(contact, tostring(i), what, seen, at),
      gap = entry(contact.gap, ("the gap of %s"):format(what), at, "gap"),
      slips = shapes.vector(slips, #slips, what .. " slips", at, "slips"),
      mu = shapes.friction(contact.mu, what, at),
      surface = contact.surface ~= nil and shapes.vector(contact.surface,
        #slips, what .. " surface", at, "surface") or nil,
      stiffness = contact.stiffness, damping = contact.damping, place = at }
  end
  return out
end

--- Stiffness or damping: a number, because the implicit step takes it for a
--- constant.
function shapes.strength(x, key, what, f)
  if x == nil then
    return 0
  elseif not is_number(x) or not finite(x) then
    record.fail(("%s: %s must be a finite number, not %s"):format(what, key,
      core.recorderof(x) and "an expression" or said(x)), key, f)
  elseif x < 0 then
    record.fail(("%s: %s = %s is negative; it is never less than 0")
      :format(what, key, record.shown(x)), key, f)
  end
  return x
end

--- Springs and dampers, appended to `out`: a damper is a spring without
--- stiffness. What has neither is a slip of the pen.
function shapes.springs(list, kind, f, seen, out)
  whole_list(list, kind .. "s", "a list of { name = ..., elongation = ... }", f)
  local keys = { "name", "elongation", "damping",
    kind == "spring" and "stiffness" or nil }
  for i, spring in ipairs(list or {}) do
    local what, at = ("%s %d"):format(kind, i), record.of(spring, f)
    record.keys(spring, keys, what, f)
    local default = kind == "spring" and tostring(i) or what:gsub(" ", "")
    local one = { name = name_of(spring, default, what, seen, at),
      elongation = entry(spring.elongation, "the elongation of " .. what, at,
        "elongation"),
      stiffness = shapes.strength(spring.stiffness, "stiffness", what, at),
      damping = shapes.strength(spring.damping, "damping", what, at) }
    if spring.stiffness == nil and spring.damping == nil then
      record.fail(("%s has no %s"):format(what, keys[4] or keys[3]), nil, at)
    end
    out[#out + 1] = one
  end
  return out
end

--- Measures: what a table shows besides. Their names are columns.
function shapes.measures(list, f)
  local names, roots, seen = {}, {}, {}
  whole_list(list, "measures", "a list of { name = ..., expression }", f)
  for i, measure in ipairs(list or {}) do
    local what = ("measure %d"):format(i)
    record.keys(measure, { "name", 1 }, what, f)
    names[i] = name_of(measure, nil, what, seen, f)
    roots[i] = entry(measure[1], "the expression of " .. what, f)
  end
  return names, roots
end

return shapes
