--- # What a scene wants to hear of its columns
---
---     watch = { "kinetic", { "L", conserved = 0.01 } }
---
--- names columns of the table: coordinates, velocities, energies, measures. The
--- summary of a run says what each was at first and at last, and its smallest
--- and largest value. One that is `conserved` may depart from its first value
--- by so much, in its own unit; beyond that the run warns.

local core = require "perp.core"
core.library()
local record = require "perp.record"

local watch = {}

--- The columns that every scheme has.
local function known(system)
  local list = { "kinetic" }
  for _, name in ipairs(system.coordinates) do
    list[#list + 1] = "q." .. name
  end
  for _, prefix in ipairs { "v.", "va." } do
    for _, name in ipairs(system.velocities) do
      list[#list + 1] = prefix .. name
    end
  end
  if system.springs then
    list[#list + 1] = "elastic"
  end
  return table.move(system.measures, 1, #system.measures, #list + 1, list)
end

local function read(entry, list, where)
  local t = type(entry) == "table" and entry or { entry }
  record.keys(t, { 1, "conserved" }, "watch", where)
  local name, within = t[1], t.conserved
  for _, column in ipairs(list) do
    if name == column then
      if within ~= nil and not (record.is_number(within) and
        record.finite(within) and within >= 0) then
        record.fail(("watch: conserved = %s; a number >= 0 is wanted, in " ..
          "the unit of '%s'"):format(record.shown(within), name), "watch",
          where)
      end
      return name, within and core.number(within) or -1.0
    end
  end
  record.fail(("watch: there is no column '%s'%s"):format(tostring(name),
    record.suggestion(name, list)), "watch", where)
end

--- The `watch` of an experiment as a list of names and one of bounds; -1: not
--- said to be conserved.
function watch.read(given, system, where)
  local names, bounds, list = {}, {}, known(system)
  if given == nil then
    return names, bounds
  elseif type(given) ~= "table" or #given == 0 or #given > 12 then
    record.fail('watch = { "kinetic", { "L", conserved = 0.01 } } is ' ..
      "wanted, at most 12 of them", "watch", where)
  end
  for i, entry in ipairs(given) do
    names[i], bounds[i] = read(entry, list, where)
  end
  return names, bounds
end

return watch
