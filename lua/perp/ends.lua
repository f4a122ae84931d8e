--- # Prescribed ends
--
--- PKS05's boundary condition $b = M_\nu v(0) + N x(T)$, a row for each unknown
--- velocity of the start. A row names what it speaks of:
--
---     ends = {
---       { final = { ["q.x"] = 1 }, value = 1 },
---       { start = { ["v.y"] = 1 }, value = 0 },
---       { final = { ["q.x"] = 1, ["v.x"] = kappa }, value = kappa },
---       method = "secant", along = "friction" }
--
--- The states have the names of the table's columns: `q.`, `v.` and
--- `delta.CONTACT.n`, `.t`, `.o`. `v` of the experiment is where the search
--- begins. With `method = "all"` nothing is searched: all starts are found, where
--- the end is piecewise linear in one or two unknowns, over at most `most`
--- pieces. With `method = "grid", from = -5, to = 5, cells = 100` the one unknown
--- is tried at the ends of so many cells, in any system, and each change of sign
--- of the residual is followed.

local core = require "perp.core"
core.library()
local record = require "perp.record"

local ends = {}
local methods = { "any", "fixed point", "secant", "newton", "all",
  "grid" }
local most_cells = 100000
local ways = { "friction", "duration" }

local function columns(prefix, names, out)
  for _, name in ipairs(names) do
    out[#out + 1] = prefix .. name
  end
  return out
end

local function deformations(rows, out)
  local letter = { "n", "t", "o" }
  for _, c in ipairs(rows) do
    for k = 1, c.rows do
      out[#out + 1] = ("delta.%s.%s"):format(c.name, letter[k] or k)
    end
  end
  return out
end

--- The coefficients of one row, spread over all names.
local function spread(given, names, what, where)
  local out, place = {}, {}
  for i, name in ipairs(names) do
    out[i], place[name] = 0, i
  end
  if given == nil then
    return out
  elseif type(given) ~= "table" then
    record.fail(what .. " is a table, { [\"" .. names[1] .. "\"] = 1 }", "ends",
      where)
  end
  record.keys(given, names, what, where)
  for name, x in pairs(given) do
    if not record.is_number(x) then
      record.fail(("%s: the coefficient of '%s' is no number"):format(what,
        name), name, record.of(given, where, "ends"))
    end
    out[place[name]] = x
  end
  return out
end

local function word(x, words, key, where)
  for _, w in ipairs(words) do
    if x == nil or x == w then
      return x
    end
  end
  record.fail(("ends.%s: there is no '%s'%s"):format(key, tostring(x),
    record.suggestion(x, words)), "ends", where)
end

--- A limit of the grid, as the double that it is.
local function limit(x, key, where)
  if not record.is_number(x) then
    record.fail(("ends.%s: a number is wanted, the %s of the grid"):format(key,
      key == "from" and "lowest start" or "highest start"), "ends", where)
  end
  if type(x) == "number" and (x ~= x or math.abs(x) == math.huge) then
    record.fail(("ends.%s = %s is not a finite number"):format(key,
      record.shown(x)), "ends", where)
  end
  return core.number(x)
end

--- `method = "grid"` has all three words, every other method none of them.
local function grid(given, out, where)
  if out.method ~= "grid" then
    for _, key in ipairs { "from", "to", "cells" } do
      if given[key] ~= nil then
        record.fail(("ends.%s is for method = \"grid\""):format(key), "ends",
          where)
      end
    end
    return
  end
  out.from = limit(given.from, "from", where)
  out.to = limit(given.to, "to", where)
  out.cells = given.cells
  if not (out.from < out.to) then
    record.fail(("ends.from = %s is not below ends.to = %s"):format(
      record.shown(out.from), record.shown(out.to)), "ends", where)
  elseif math.type(out.cells) ~= "integer" or out.cells < 1 or
      out.cells > most_cells then
    record.fail(("ends.cells: a whole number from 1 to %d is wanted"):format(
      most_cells), "ends", where)
  end
end

--- What the search is given; `rows` are the contacts, with how many rows each
--- has.
function ends.read(given, system, rows, where)
  if given == nil then
    return nil
  elseif type(given) ~= "table" then
    record.fail("ends = { { final = { [\"q.x\"] = 1 }, value = 1 }, ... } " ..
      "is wanted", "ends", where)
  end
  local v = columns("v.", system.velocities, {})
  local x = deformations(rows, columns("v.", system.velocities,
    columns("q.", system.coordinates, {})))
  if #given ~= #v then
    record.fail(("ends has %d rows for %d unknown velocities; one for each " ..
      "is wanted"):format(#given, #v), "ends", where)
  end
  local out = { start = {}, final = {}, value = {},
    method = word(given.method, methods, "method", where),
    along = word(given.along, ways, "along", where),
    most = given.most or 0 }
  if math.type(out.most) ~= "integer" or out.most < 0 then
    record.fail("ends.most: a whole number of pieces is wanted", "ends", where)
  elseif (out.method == "all" or out.method == "grid") and out.along then
    record.fail(("ends: method = \"%s\" looks along nothing"):format(
      out.method), "ends", where)
  end
  grid(given, out, where)
  local words = {}
  for key, x in pairs(given) do
    if math.type(key) == nil then
      words[key] = x
    end
  end
  record.keys(words, { "method", "along", "most", "from", "to", "cells" },
    "ends", where)
  for i, row in ipairs(given) do
    local what = ("row %d of ends"):format(i)
    record.keys(row, { "start", "final", "value" }, what, where)
    table.move(spread(row.start, v, what .. ", start", where), 1, #v,
      #out.start + 1, out.start)
    table.move(spread(row.final, x, what .. ", final", where), 1, #x,
      #out.final + 1, out.final)
    if not record.is_number(row.value) then
      record.fail(what .. ": value = a number is wanted", "value",
        record.of(row, where, "ends"))
    end
    out.value[i] = row.value
  end
  return out
end

return ends
