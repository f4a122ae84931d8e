--- # Which scheme, and what it reads
---
--- The core has the schemes; which of them runs an experiment, the command line
--- says, in `--scheme a,b,c` or `--set scheme=a`, or the scene, or it is the first.

local core = require "perp.core"
core.library()
local record = require "perp.record"

local schemes = { parameters = {} }
local options = core.options() or { sets = {} }
local known, names, parameters = {}, {}, schemes.parameters

--- All schemes, the usual one first; and all keys that some of them read and others
--- do not.
for i, scheme in ipairs(core.schemes()) do
  names[i], known[scheme.name] = scheme.name, { reads = {} }
  for _, key in ipairs(scheme.keys) do
    known[scheme.name].reads[key] = true
    if not parameters[key] then
      parameters[key], parameters[#parameters + 1] = true, key
    end
  end
end

local function unknown(name)
  return ("there is no scheme '%s'%s; there is: %s"):format(tostring(name),
    record.suggestion(name, names), table.concat(names, ", "))
end

--- Those that the command line asks for, in order; `set` is the value of --set
--- scheme, or nil. None: the scene says.
function schemes.asked(set)
  local text, list = options.scheme or set, {}
  for word in ((text or "") .. ","):gmatch("([^,]*),") do
    list[#list + 1] = text and word or nil
  end
  for _, word in ipairs(list) do
    if not known[word] then
      core.fail((options.scheme and "--scheme: " or "--set scheme: ") ..
        unknown(word), 2)
    end
  end
  return list
end

--- Does this scheme read that key? If not, a value of the command line is refused.
function schemes.reads(name, key, set)
  if set ~= nil and not known[name].reads[key] then
    core.fail(("--set %s: the scheme '%s' does not read it; leave it out")
      :format(key, name), 2)
  end
  return known[name].reads[key]
end

--- The scheme of an experiment, `word` of the command line before the scene's own.
--- A scene that names its scheme and gives a key that this scheme does not read
--- has misunderstood something; with a word of the command line the scene's own
--- keys are left unread.
function schemes.of(e, where, word)
  local name = word or e.scheme or names[1]
  if not known[name] then
    record.fail(unknown(name), "scheme", where)
  end
  for _, key in ipairs(word and {} or parameters) do
    if e[key] ~= nil and not known[name].reads[key] then
      record.fail(("%s is no parameter of the scheme '%s'"):format(key, name),
        key, where)
    end
  end
  return name
end

return schemes
