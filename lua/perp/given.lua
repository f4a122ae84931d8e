--- # Values in tables of a scene
--
--- An error names the line of the key, and of a key that is absent the line of the
--- call.

local core = require "perp.core"
core.library()
local record = require "perp.record"
local shapes = require "perp.shapes"

local given = { friction = shapes.friction }

local function word(t, key)
  return t[key] ~= nil and key or nil
end

local function is_number(x)
  return record.is_number(x) and record.finite(x)
end

local function shown(x)
  return type(x) == "string" and ("the text '%s'"):format(x) or
    type(x) == "table" and "a table" or type(x) == "function" and
    "a function" or record.shown(x)
end

function given.positive(t, key, what)
  local x = t[key]
  if not is_number(x) or not (x > 0) then
    record.fail(("%s: %s must be a positive number, not %s"):format(what, key,
      x == nil and "absent" or shown(x)), word(t, key), record.of(t))
  end
  return x
end

local function is_vector(x, n)
  local ok = type(x) == "table" and #x == n
  for i = 1, ok and n or 0 do
    ok = ok and is_number(x[i])
  end
  return ok
end

--- A list of n numbers.
function given.vector(t, key, n, what, default)
  local x = t[key]
  if x == nil then
    x = default
  end
  if not is_vector(x, n) then
    record.fail(("%s: %s wants a list of %d numbers%s"):format(what, key, n,
      type(x) ~= "table" and ", not " .. (x == nil and "nothing" or shown(x)) or
      ""), word(t, key), record.of(t))
  end
  return x
end

--- A list of points, `least` of them or more.
function given.points(t, key, n, what, least)
  local list = t[key]
  if list == nil and least == 0 then
    return {}
  elseif type(list) ~= "table" or #list < least then
    record.fail(("%s: %s = { { x, y%s }, ... } is wanted%s"):format(what, key,
      n == 3 and ", z" or "", least > 0 and (", %d or more"):format(least) or
      ""), word(t, key), record.of(t))
  end
  for i, x in ipairs(list) do
    if not is_vector(x, n) then
      record.fail(("%s: %s[%d] wants a list of %d numbers"):format(what, key, i,
        n), key, record.of(t))
    end
  end
  return list
end

--- One number.
function given.number(t, key, what, default)
  local x = t[key]
  if x == nil then
    x = default
  end
  if not is_number(x) then
    record.fail(("%s: %s wants a number, not %s"):format(what, key, shown(x)),
      word(t, key), record.of(t))
  end
  return x
end

--- A function of so many arguments at most, or nil.
function given.call(t, key, what, form, most)
  local f = t[key]
  if f ~= nil and type(f) ~= "function" then
    record.fail(("%s: %s = %s is wanted, not %s"):format(what, key, form,
      shown(f)), key, record.of(t))
  end
  local _, _, _, sees = core.lines(f)
  if f and most and (sees or 0) > most then
    record.fail(("%s: %s = %s is wanted; it depends on nothing else"):format(
      what, key, form), key, record.of(t))
  end
  return f
end

--- true or false.
function given.flag(t, key, what, default)
  local x = t[key]
  if x ~= nil and type(x) ~= "boolean" then
    record.fail(("%s: %s is true or false, not %s"):format(what, key, shown(x)),
      key, record.of(t))
  end
  return x == nil and default or x == true
end

return given
