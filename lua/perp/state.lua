--- # The initial state
--
--- A list by index or a table by name. Without velocities, or with an empty table of
--- them, everything is at rest. A world has a start of its own, the origin, no turn
--- and rest, and takes from it what is left out; coordinates that the library has
--- added are zero unless they are named.

local core = require "perp.core"
core.library()
local record = require "perp.record"

local function by_name(given, key, names, start, more, where)
  local out = {}
  record.keys(given, names, ("the initial %s"):format(key), where)
  for i, name in ipairs(names) do
    out[i] = given[name]
    if out[i] == nil then
      out[i] = start and start[name]
    end
    if out[i] == nil and i > #names - more then
      out[i] = 0
    end
    if out[i] == nil then
      record.fail(("the initial %s.%s is missing"):format(key, name), name,
        record.of(given, where, key))
    end
  end
  return out
end

local function rest(names)
  local out = {}
  for _, name in ipairs(names) do
    out[name] = 0
  end
  return out
end

--- The initial "q" or "v" of an experiment, as a list.
return function(e, key, system, where)
  local names = key == "q" and system.coordinates or system.velocities
  local given, out = e[key], nil
  local start = system.start and system.start[key]
  if key == "v" and (given == nil or type(given) == "table" and
    next(given) == nil) then
    start = start or rest(names)
  end
  if given == nil and start then
    given = {}
  end
  if type(given) ~= "table" then
    record.fail(("the experiment has no %s, the initial %s%s"):format(key,
      key == "q" and "coordinates" or "velocities", given ~= nil and
      (": a table is wanted, not a %s"):format(type(given)) or ""), key, where)
  elseif #given == 0 then
    out = by_name(given, key, names, start, system.more, where)
  elseif #given ~= #names - system.more then
    record.fail(("the initial %s has %d entries, the system has %d"):format(
      key, #given, #names - system.more), key, where)
  else
    out = table.move(given, 1, #given, 1, {})
    for i = #given + 1, #names do
      out[i] = 0
    end
  end
  for i, x in ipairs(out) do
    if not record.is_number(x) or not record.finite(x) then
      local by_name = given[names[i]] ~= nil
      record.fail(("%s[%d] is %s, not a finite number"):format(key, i,
        type(x) == "number" and record.shown(x) or "a " .. type(x)),
        by_name and names[i] or key, by_name and record.of(given, where, key) or
        where)
    end
  end
  return out
end
