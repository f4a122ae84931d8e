--- # Errors with the line of a word
---
--- A key or a name that is wrong stands somewhere in the scene's text. It is looked
--- for in the function that wrote it, or from the running line on, or, of what the
--- scene returned, from its last return on; and if it is not there, in the whole
--- file, because a table may have been made before. The first line on which it
--- stands before a `=` is the line the error names, else the first on which it
--- occurs as a word. Where the table is known that owns the key, its braces are looked
--- for in the text (`braces.lua`): the line is the key's in them, or, of a key that is
--- not there, the one on which they open.

local core = require "perp.core"
core.library()
local braces = require "perp.braces"

local place = {}

local owned = {}

--- A place to fail at: in the table t, of the function, file or running line f; or t
--- is the entry `key` of the table that f knows, and its braces are near that; `key` is
--- a line when that is known, from core.here().
function place.of(t, f, key)
  local inner = f
  if getmetatable(f) == owned then
    inner = f.f
  end
  return type(t) == "table" and setmetatable({ t = t, f = inner, key = key,
    outer = type(key) == "string" and f }, owned) or inner
end

local function word_line(text, first, word)
  local number, met = first, nil
  local pattern = "%f[%w_]" .. word:gsub("%W", "%%%0") .. "%f[^%w_]"
  for line in (text .. "\n"):gmatch("(.-)\n") do
    local code = line:gsub("%-%-.*", "") .. " "
    if code:find(pattern .. "%s*=[^=]") then
      return number
    elseif not met and code:find(pattern) then
      met = number
    end
    number = number + 1
  end
  return met
end

local function find_word(file, first, text, word)
  local line = word_line(text, first, word)
  if not line then
    local _, from, whole = core.lines(file)
    line = whole and word_line(whole, from, word)
  end
  return line or first
end

--- File, first line and text of what is wrong; of a file, given by its name, from the
--- last return in its outermost block on.
local function source(f)
  if getmetatable(f) == owned then
    f = f.f
  end
  local file, first, text = core.lines(f)
  if type(f) == "string" then
    local line, at, outer, inner = 0, 1, nil, nil
    for word in (text .. "\n"):gmatch("(.-)\n") do
      line = line + 1
      if word:find("^return%f[^%w_]") then
        outer = { line, at }
      elseif word:find("^%s*return%f[^%w_]") then
        inner = { line, at }
      end
      at = at + #word + 1
    end
    local found = outer or inner or { first, 1 }
    first, text = found[1], text:sub(found[2])
  end
  return file, first, text
end

--- File and line of a word of the table that f knows, or of the function f; without
--- the word, of the table, the function, or what is running.
local found
function found(word, f)
  local file, first, text = source(f)
  if not file then
    return nil
  end
  local line, keys
  if getmetatable(f) == owned then
    local _, _, whole = core.lines(file)
    if f.outer then
      first = select(2, found(f.key, f.outer))
    end
    first = math.type(f.key) and f.key or first
    line, keys = braces.of(whole, f.t, first, f.outer and f.key)
    line = line and (keys[word] or f.t[word] == nil and line)
  end
  return file, line or word and find_word(file, first, text, word) or first
end

--- The same as FILE:LINE.
function place.line(word, f)
  local file, line = found(word, f)
  return file and ("%s:%d"):format(file, line)
end

--- Raises at the word, in the text of the function f or (f absent) of the
--- scene from its running line on; without the word, at the place itself.
function place.fail(message, word, f)
  local line = place.line(word, f)
  if not line then
    core.fail(message)
  end
  core.fail(message, 3, line)
end

--- What other programs call our keys: no misspelling of them, but what was meant.
local elsewhere = { dt = "h", H = "h", step = "h", timestep = "h",
  time_step = "h", duration = "T", t_end = "T", tmax = "T", tend = "T",
  q0 = "q", x0 = "q", v0 = "v", u = "v", friction = "mu", distance = "gap",
  phi = "gap", g = "gap", tangents = "slips", M = "mass", f = "force" }

function place.suggestion(word, known)
  local near = core.nearest(tostring(word), known)
  for _, key in ipairs(known) do
    near = key == elsewhere[word] and key or near
  end
  return near and (" (did you mean '%s'?)"):format(near) or ""
end

--- What is wrong with keys that are not known, in the order of their lines; and the
--- first of them.
local function unknown(wrong, known, what, f)
  local at = {}
  for _, key in ipairs(wrong) do
    local _, line = found(key, f)
    at[key] = line or 0
  end
  table.sort(wrong, function(a, b)
    return at[a] < at[b] or at[a] == at[b] and a < b
  end)
  local said = ("unknown key '%s' in %s%s"):format(wrong[1], what,
    place.suggestion(wrong[1], known))
  for i = 2, math.min(#wrong, 4) do
    said = ("%s; %s'%s'%s"):format(said, at[wrong[i]] > at[wrong[1]] and
      ("in line %d "):format(at[wrong[i]]) or "and ", wrong[i],
      place.suggestion(wrong[i], known))
  end
  if #wrong > 4 then
    said = ("%s; and %d more"):format(said, #wrong - 4)
  end
  return said, wrong[1]
end

--- Every key of the table must be known; all that are not are told.
function place.keys(t, known, what, f)
  if type(t) ~= "table" then
    place.fail(("%s: a table is wanted, got %s"):format(what, type(t)), nil, f)
  end
  f = place.of(t, f)
  local set, wrong = {}, {}
  for _, key in ipairs(known) do
    set[key] = true
  end
  for key in pairs(t) do
    if not set[key] then
      wrong[#wrong + 1] = tostring(key)
    end
  end
  if wrong[1] then
    local said, word = unknown(wrong, known, what, f)
    place.fail(said, word, f)
  end
end

return place
