--- # JSON
---
--- What a page holds and a trace says. A writer for data of perp's own, and a reader
--- for texts of anybody's.

local core = require "perp.core"
core.library()

local json = {}

local function quoted(text)
  return '"' .. text:gsub('[%c"\\<]', function(c)
    return ("\\u%04x"):format(c:byte())
  end) .. '"'
end

--- The keys of a table in alphabetical order, so that the text is the same on
--- every machine; what has a first entry, or nothing, is a list.
function json.encode(x)
  if type(x) == "table" and (x[1] ~= nil or next(x) == nil) then
    local out = {}
    for i, entry in ipairs(x) do
      out[i] = json.encode(entry)
    end
    return "[" .. table.concat(out, ",") .. "]"
  elseif type(x) == "table" then
    local keys = {}
    for key in pairs(x) do
      keys[#keys + 1] = key
    end
    table.sort(keys)
    for i, key in ipairs(keys) do
      keys[i] = quoted(key) .. ":" .. json.encode(x[key])
    end
    return "{" .. table.concat(keys, ",") .. "}"
  elseif math.type(x) == "integer" or type(x) == "boolean" then
    return tostring(x)
  elseif type(x) == "number" and x - x == 0 then
    return ("%.17g"):format(x)
  elseif type(x) == "number" then
    return "null"
  end
  return core.isratio(x) and json.encode(core.number(x)) or quoted(tostring(x))
end

--- ## Reading
---
--- `decode(text)` gives the value, and a table that has for each object the list of
--- its keys as they stand; null is nil. Nothing is added to a value by guessing:
--- what is no JSON is nil and the place where it is not.

local value

local escapes = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }

--- Beyond 8 bits no character is known: names and texts of perp are bytes.
local function text_at(s, at)
  local from, out = at + 1, {}
  while true do
    local plain, stop = s:match('^([^"\\%c]*)()', from)
    out[#out + 1] = plain
    local c = s:sub(stop, stop)
    if c == '"' then
      return table.concat(out), stop + 1
    elseif c ~= "\\" then
      return nil, stop
    end
    local hex = s:match("^u00(%x%x)", stop + 1)
    local one = s:match('^[bfnrt"\\/]', stop + 1)
    if not hex and not one then
      return nil, stop
    end
    out[#out + 1] = hex and string.char(tonumber(hex, 16)) or escapes[one] or
      one
    from = stop + (hex and 6 or 2)
  end
end

local function space(s, at)
  return s:match("^[ \t\n\r]*()", at)
end

--- Entries up to the closing letter; each is given to `put(at)`, which gives the
--- place behind it, or nil and where it is wrong.
local function entries(s, at, close, put)
  at = space(s, at + 1)
  if s:sub(at, at) == close then
    return at + 1
  end
  while true do
    local behind, wrong = put(at)
    if not behind then
      return nil, wrong
    end
    at = space(s, behind)
    local c = s:sub(at, at)
    if c == close then
      return at + 1
    elseif c ~= "," then
      return nil, at
    end
    at = space(s, at + 1)
  end
end

local function list_at(s, at, keys, deep)
  local out, n = {}, 0
  local behind, wrong = entries(s, at, "]", function(from)
    local x, next_at = value(s, from, keys, deep)
    n = n + 1
    out[n] = x
    return next_at, x
  end)
  return behind and out or wrong, behind
end

local function object_at(s, at, keys, deep)
  local out, order = {}, {}
  local behind, wrong = entries(s, at, "}", function(from)
    if s:sub(from, from) ~= '"' then
      return nil, from
    end
    local key, colon = text_at(s, from)
    colon = key and space(s, colon) or from
    if not key or s:sub(colon, colon) ~= ":" or out[key] ~= nil then
      return nil, from
    end
    local x, next_at = value(s, space(s, colon + 1), keys, deep)
    out[key], order[#order + 1] = x, key
    return next_at, x
  end)
  keys[out] = order
  return behind and out or wrong, behind
end

local words = { ["true"] = true, ["false"] = false }

--- The value at a place and the place behind it; or where it is wrong, and nil.
function value(s, at, keys, deep)
  local c = s:sub(at, at)
  if c == '"' then
    local text, behind = text_at(s, at)
    if text then
      return text, behind
    end
    return behind, nil
  elseif c == "[" or c == "{" then
    if deep == 0 then
      return at, nil
    end
    return (c == "[" and list_at or object_at)(s, at, keys, deep - 1)
  end
  local number = s:match("^-?%d+%.?%d*[eE]?[+-]?%d*", at)
  local word = s:match("^%l+", at)
  if number and tonumber(number) then
    return tonumber(number), at + #number
  elseif word == "null" or words[word or ""] ~= nil then
    return words[word], at + #word
  end
  return at, nil
end

function json.decode(s)
  local keys = {}
  local x, behind = value(s, space(s, 1), keys, 100)
  if not behind then
    return nil, x
  elseif space(s, behind) <= #s then
    return nil, behind
  end
  return x, keys
end

return json
