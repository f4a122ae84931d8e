--- # The law of impact of an experiment
---
--- HP23's samples of an impact, for `perp reach`:
---
---     impact = { h = 0.3, N = 10, samples = 2 ^ 14 }
---
--- the largest normal impulse of a step in N s, the most steps of a sample, and
--- how many samples. With a law, collisions of a run are resolved by it:
---
---     impact = { law = "halm_posa", h = 0.3, seed = 7 }
---     impact = { law = "sequential", order = { "A", "B" }, tolerance = 1e-6 }
---
--- | key | meaning |
--- |---|---|
--- | `law` | "simultaneous", "sequential", "routh" or "halm_posa" |
--- | `seed` | of what is drawn; 0 |
--- | `tolerance` | a slower approach is none, m/s; 0 |
--- | `select` | "first", or "random": what the law leaves open is drawn |
--- | `order` | sequential, routh: contacts that are first in turn |
--- | `impacts` | sequential, routh: give up behind so many; 100 |
--- | `h`, `N` | halm_posa: N is 1000 unless said |

local core = require "perp.core"
core.library()
local record = require "perp.record"

local laws = {}
local names = { "simultaneous", "sequential", "routh", "halm_posa" }
local sampling = { "h", "N", "samples" }
local MANY = 1 << 40
local common = { "law", "seed", "tolerance", "select", "h", "N", "samples" }

local function fail(key, what, where)
  record.fail("impact." .. key .. what, "impact", where)
end

--- A number of the table, default when it is not there.
local function number(t, key, default, where)
  local x = t[key] == nil and default or t[key]
  if x == nil then
    fail(key, " is missing", where)
  elseif not record.is_number(x) or not record.finite(x) then
    fail(key, (" = %s is not a finite number"):format(record.shown(x)), where)
  end
  return core.number(x)
end

local function whole(t, key, default, least, most, where)
  local x = number(t, key, default, where)
  local n = math.tointeger(x)
  if not n or n < least or n > most then
    fail(key, (" = %s; a whole number from %d to %d is wanted"):format(
      record.shown(x), least, most), where)
  end
  return n
end

local function word(t, key, words, where)
  for i, w in ipairs(words) do
    if t[key] == w then
      return i
    end
  end
  fail(key, (": there is no '%s'%s; there is: %s"):format(tostring(t[key]),
    record.suggestion(t[key], words), table.concat(words, ", ")), where)
end

--- The places of the contacts named, from 1.
local function order(given, rows, where)
  if type(given) ~= "table" or #given == 0 then
    fail("order", ": a list of contacts is wanted, { \"A\", \"B\" }", where)
  end
  local place, list, all = {}, {}, {}
  for i, row in ipairs(rows) do
    place[row.name], all[i] = i, row.name
  end
  local named = {}
  for i, name in ipairs(given) do
    if not place[name] then
      fail("order", (": there is no contact '%s'%s"):format(tostring(name),
        record.suggestion(name, all)), where)
    elseif named[name] then
      fail("order", (": contact '%s' is named twice"):format(name), where)
    end
    list[i], named[name] = place[name], true
  end
  return list
end

local function samples(t, out, where)
  if t.law == nil or t.law == "halm_posa" or t.h ~= nil then
    out.h = number(t, "h", nil, where)
    if not (out.h > 0) then
      fail("h", (" = %s; the impulse of a step must be positive"):format(
        record.shown(t.h)), where)
    end
  end
  local N, count
  if t.law ~= nil then
    N, count = 1000, 0
  end
  out.N = whole(t, "N", N, 0, MANY, where)
  out.samples = whole(t, "samples", count, t.samples and 1 or 0, MANY, where)
end

--- What the step loop is given, and `perp reach`; `rows` are the contacts.
function laws.read(t, rows, where)
  if t == nil then
    return nil
  elseif type(t) ~= "table" then
    record.fail("impact = { h = ..., N = ..., samples = ... } is wanted",
      "impact", where)
  end
  local out, keys = {}, t.law == nil and sampling or { table.unpack(common) }
  if t.law ~= nil then
    out.law = word(t, "law", names, where) - 1
    if out.law == 1 or out.law == 2 then
      keys[#keys + 1], keys[#keys + 2] = "order", "impacts"
    end
  end
  record.keys(t, keys, t.law and "impact with law = '" .. t.law .. "'" or
    "impact without a law", where)
  samples(t, out, where)
  out.seed = whole(t, "seed", 0, 0, MANY, where)
  out.tolerance = number(t, "tolerance", 0, where)
  if not (out.tolerance >= 0) then
    fail("tolerance", (" = %s; a speed >= 0 in m/s is wanted"):format(
      record.shown(t.tolerance)), where)
  end
  out.random = t.select ~= nil and
    word(t, "select", { "first", "random" }, where) == 2
  out.impacts = whole(t, "impacts", 100, 1, 1000000, where)
  out.order = t.order ~= nil and order(t.order, rows, where) or {}
  return out
end

return laws
