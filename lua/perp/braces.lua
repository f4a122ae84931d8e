--- # Where a table stands in a scene's text
---
--- Lua does not say on which line a table was written. But the text is there: the
--- braces of it that hold the keys which the table has are most likely its own. Asked
--- only when something is wrong with the table, so that the line can be named.

local core = require "perp.core"
core.library()

local braces = {}

local opens = { ["function"] = true, ["if"] = true, ["do"] = true,
  ["repeat"] = true }
local closes = { ["end"] = true, ["until"] = true }

--- Where what begins at `at` and is no code ends: spaces, comments, texts; nil
--- where code begins.
local function skipped(text, at)
  local _, last = text:find("^%s+", at)
  if last then
    return last
  end
  local comment = text:match("^%-%-()", at)
  local level, inner = text:match("^%[(=*)%[()", comment or at)
  if level then
    _, last = text:find("]" .. level .. "]", inner, true)
    return last or #text
  elseif comment then
    return (text:find("\n", at, true) or #text + 1) - 1
  end
  local quote = text:match("^[\"']", at)
  local k = at + 1
  while quote and k <= #text and text:sub(k, k) ~= quote do
    k = k + (text:sub(k, k) == "\\" and 2 or 1)
  end
  return quote and math.min(k, #text) or nil
end

--- The key that is written at `at`, `name =` or `["name"] =`, and its last place.
local function key_at(text, at)
  local _, last, name = text:find("^([%a_][%w_]*)%s*=%f[^=]", at)
  if name then
    return name, last
  end
  _, last, _, name = text:find("^%[%s*([\"'])([^\"'\n]*)%1%s*%]%s*=", at)
  return name, last
end

--- All pairs of braces in the text, in the order in which they end: their first
--- line, the line of each key that stands directly in them, and the key of which they
--- are the value. `met` says that an entry may begin here, `owner` that its key has
--- been read.
local function pairs_in(text)
  local out, stack, line, at, met, owner = {}, {}, 1, 1, false, nil
  while at <= #text do
    local last = skipped(text, at)
    local top = stack[#stack]
    local key, behind
    if not last and met and top and top.keys then
      key, behind = key_at(text, at)
    end
    if last then
      met = met and text:find("^[%s%-]", at) ~= nil
    elseif key then
      top.keys[key] = top.keys[key] or line
      last, met, owner = behind, false, key
    else
      local word = text:match("^[%w_]+", at) or text:sub(at, at)
      last, met = at + #word - 1, word == "{" or word == "," or word == ";"
      if opens[word] or word == "{" or word == "(" or word == "[" then
        stack[#stack + 1] = { line = line, keys = word == "{" and {} or nil,
          owner = owner }
      elseif closes[word] or word == "}" or word == ")" or word == "]" then
        out[#out + 1] = top and top.keys and top or nil
        stack[#stack] = nil
      end
      owner = nil
    end
    line = line + select(2, text:sub(at, last):gsub("\n", ""))
    at = last + 1
  end
  return out
end

--- How many keys the two have in common, and how many only one of them has.
local function compared(keys, t)
  local common, other = 0, 0
  for key in pairs(t) do
    if type(key) == "string" then
      common = common + (keys[key] and 1 or 0)
      other = other + (keys[key] and 0 or 1)
    end
  end
  for key in pairs(keys) do
    other = other + (t[key] == nil and 1 or 0)
  end
  return common, other
end

--- The line on which the table t begins, and those of its keys; nil when no braces
--- have more of its keys than others. Of several that are as near, those nearest to
--- the line `from`; and of those on one line, `q = { x = 0 }, v = { x = 0 }`, those which
--- are the value of `owner`, where that is known.
function braces.of(text, t, from, owner)
  local best, found = nil, nil
  for _, pair in ipairs(pairs_in(text)) do
    local common, other = compared(pair.keys, t)
    local far = math.abs(pair.line - from) +
      (owner and pair.owner ~= owner and 0.5 or 0)
    if common > other and (not best or other < best[1] or other == best[1] and
      far < best[2]) then
      best, found = { other, far }, pair
    end
  end
  if found then
    return found.line, found.keys
  end
end

return braces
