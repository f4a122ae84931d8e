--- # Recording a scene
--
--- A scene function is called once with symbols; what it returns is recorded.
--- Then it is called again with plain numbers, and every result is compared
--- with the tape of what was recorded. Lua cannot tell us about `x == 0` or
--- `if x then` on a symbol (both are silently false and true); the second call
--- finds them, because there the same test means something.

local core = require "perp.core"
core.library()

local record = {}

local place = require "perp.place"
record.fail, record.suggestion, record.keys = place.fail, place.suggestion,
  place.keys
record.of, record.line = place.of, place.line

--- A number as a person writes it.
function record.shown(x)
  if x ~= x then
    return "nan" -- the sign of what 0/0 gives is the processor's
  end
  return type(x) == "number" and ("%.14g"):format(x) or tostring(x)
end

--- ## Vectors with names
--
--- `q.x` and `q[1]` are the same entry, `#q` and `ipairs` work. A missing name
--- is an error; a missing index is nil, because `ipairs` ends with it.

local function vector_type(names, what)
  local place = {}
  for i, name in ipairs(names) do
    place[name] = i
  end
  return { __index = function(v, key)
    if place[key] then
      return rawget(v, place[key])
    elseif type(key) == "string" then
      core.fail(("there is no '%s' in %s%s"):format(key, what,
        record.suggestion(key, names)))
    end
  end }
end

--- A list of names for coordinates: at least one, texts, each once.
function record.names(list, what, f)
  if type(list) ~= "table" or #list == 0 then
    record.fail(("%s: a list of names is wanted"):format(what), what, f)
  end
  local seen = {}
  if #list > 2000 then
    core.fail(("%s: %d entries; more than 2000 do not fit a dense mass")
      :format(what, #list), 5)
  end
  for i, name in ipairs(list) do
    if type(name) ~= "string" or not name:find("^[%w_.:+-]+$") then
      record.fail(("%s[%d]: a name of letters, digits and _ . : + - is wanted")
        :format(what, i), what, f)
    elseif seen[name] then
      record.fail(("%s: '%s' occurs twice"):format(what, name), what, f)
    end
    seen[name] = true
  end
  return list
end

local function is_number(x)
  return type(x) == "number" or core.isratio(x)
end

--- ## Replay

--- The paths `path[1]`, `path.key`, ..., made once: a function is replayed some
--- hundred times.
local paths = {}
local function below(path)
  local list = paths[path]
  if not list then
    list = setmetatable({}, { __index = function(t, i)
      t[i] = (type(i) == "string" and "%s.%s" or "%s[%d]"):format(path, i)
      return t[i]
    end })
    paths[path] = list
  end
  return list
end

--- The leaves of what a function returned, in a fixed order, with their paths:
--- arrays by index, then text keys in alphabetical order.
local function leaves(value, path, out, depth)
  out, depth = out or { n = 0, path = {}, value = {} }, (depth or 0) + 1
  if type(value) ~= "table" then
    out.n = out.n + 1
    out.path[out.n], out.value[out.n] = path, value
    return out
  elseif depth > 6 then
    core.fail(path .. ": tables within tables without end")
  end
  local at, keys = below(path), {}
  for i, entry in ipairs(value) do
    leaves(entry, at[i], out, depth)
  end
  for key in pairs(value) do
    if type(key) == "string" then
      keys[#keys + 1] = key
    end
  end
  table.sort(keys)
  for _, key in ipairs(keys) do
    leaves(value[key], at[key], out, depth)
  end
  return out
end

--- Numbers that stand in the text of the scene are worth trying too: an
--- `if x == 3` is silent everywhere else. At most 24 different ones.
local function literals(f)
  local file = core.lines(f)
  local _, _, text = core.lines(file)
  local list, seen = { -1, 0, 1 }, { [0] = true, [1] = true }
  for word in (text or ""):gmatch("%f[%w._]%d+%.?%d*") do
    local x = tonumber(word)
    if x and not seen[x] and #list < 27 then
      list[#list + 1] = x
      seen[x] = true
    end
  end
  return list
end

--- A small generator of our own (a linear congruence): the same points in
--- every run.
local function generator(seed)
  return function(n)
    seed = (seed * 1103515245 + 12345) % 2147483648
    return (seed // 65536) % n
  end
end

--- All entries -1, 0 and 1; then every input that f sees set to every special
--- number with the others at random (as far as 400 points go); then mixtures.
--- What f does not see cannot change its result.
local function points(f, inputs, seen)
  local special, random = literals(f), generator(inputs + 1)
  local list = {}
  local function point(entry)
    local p = {}
    for i = 1, inputs do
      p[i] = entry(i) + 0.0
    end
    list[#list + 1] = p
  end
  for fill = -1, 1 do
    point(function()
      return fill
    end)
  end
  for _, x in ipairs(special) do
    for _, k in ipairs(seen) do
      if #list < 400 then
        point(function(i)
          return i == k and x or (random(32768) - 16384) / 4096
        end)
      end
    end
  end
  for _ = 1, seen[1] and 48 or 0 do
    point(function()
      return special[random(3) + 1]
    end)
  end
  return list
end

local function same(a, b, rounded)
  if not is_number(a) then
    return a == b
  end
  local x, y = core.number(a), core.number(b)
  return x == y or rounded and
    math.abs(x - y) <= 1e-9 * math.max(1, math.abs(x), math.abs(y))
end

local function finite(x)
  return not is_number(x) or core.isratio(x) or x == x and math.abs(x) < 1 / 0
end

local hint = "a symbol is never equal to a number and never false; " ..
  "write perp.where(c, a, b), which is a if c >= 0 else b"

local function mismatch(rec, path)
  local _, line = core.lines(rec.f)
  record.fail(("'%s' recorded something else than it computes with numbers " ..
    "(%s, function of line %d): %s"):format(rec.what, path, line or 0, hint),
    nil, rec.f)
end

local function differs(wanted, number, rounded)
  return wanted ~= number and wanted and finite(number) and
    (is_number(wanted) ~= is_number(number) or
      not same(wanted, number, rounded))
end

--- Compares one call with numbers. Values that are not finite say nothing:
--- folding may have removed a division by zero.
local function replay_at(rec, point)
  local values = core.eval(rec.tape, point)
  record.replaying = true
  local ok, result = pcall(rec.call, point)
  record.replaying = false
  if not ok then
    error(result, 0)
  end
  local again, first = leaves(result, rec.what), rec.leaves
  if again.n ~= first.n then
    mismatch(rec, ("%d values instead of %d"):format(again.n, first.n))
  end
  for i = 1, again.n do
    local path, wanted = first.path[i], first.value[i]
    local k = rec.place[i]
    if k then
      wanted = values and values[k]
    end
    if again.path[i] ~= path or
      differs(wanted, again.value[i], rec.rounded) then
      mismatch(rec, path)
    end
  end
end

--- Records call(symbols), a call of the scene function f, and replays it; `seen`
--- lists the inputs that f can see. Gives what the call returned and what a later
--- replay needs.
function record.once(recorder, f, what, inputs, call, symbols, seen)
  local rec = { f = f, what = what, call = call, place = {} }
  local result, roots = call(symbols), {}
  rec.leaves = leaves(result, what)
  for i = 1, rec.leaves.n do
    local value = rec.leaves.value[i]
    if core.recorderof(value) then
      roots[#roots + 1] = value
      rec.place[i] = #roots
    end
  end
  rec.tape, rec.rounded = core.tape(recorder, roots)
  for _, point in ipairs(points(f, inputs, seen)) do
    replay_at(rec, point)
  end
  return result, rec
end

--- ## Calling a scene function
--
--- A recording: the recorder with its inputs q, v, t and the functions
--- that were called, so that `simulate` can replay them at its initial state.

local recording = {}
recording.__index = recording

--- The last `more` names of both are coordinates that the library adds. Functions of
--- the scene see them by their names and not by an index: `#q` does not count them.
function record.recording(q_names, v_names, more)
  more = more or 0
  local s = setmetatable({ functions = {}, nq = #q_names - more,
    nv = #v_names - more, more = more, q_names = q_names, v_names = v_names },
    recording)
  local names = {}
  for _, name in ipairs(q_names) do
    names[#names + 1] = "q." .. name
  end
  for _, name in ipairs(v_names) do
    names[#names + 1] = "v." .. name
  end
  names[#names + 1] = "t"
  s.inputs = #names
  s.recorder = core.recorder(names)
  s.q_type, s.v_type = vector_type(q_names, "q"), vector_type(v_names, "v")
  s.all = {}
  for i = 1, s.inputs do
    s.all[i] = core.input(s.recorder, i)
  end
  s.q, s.v, s.t = s:split(s.all)
  return s
end

local function named(all, at, own, names, type_of)
  local x = { table.unpack(all, at + 1, at + own) }
  for i = own + 1, #names do
    x[names[i]] = all[at + i]
  end
  return setmetatable(x, type_of)
end

function recording:split(all)
  return named(all, 0, self.nq, self.q_names, self.q_type),
    named(all, #self.q_names, self.nv, self.v_names, self.v_type),
    all[self.inputs]
end

--- The inputs in those arguments of f that it can see: q, v, t by number.
function recording:seen(f, shape)
  local _, _, _, most = core.lines(f)
  local nq, list = self.nq + self.more, {}
  local range = { q = { 1, nq }, v = { nq + 1, nq + self.nv },
    t = { self.inputs, self.inputs } }
  for letter in shape:sub(1, most):gmatch(".") do
    for i = range[letter][1], range[letter][2] do
      list[#list + 1] = i
    end
  end
  return list
end

--- Calls f with the arguments that `shape` names ("q", "qv", "qvt", "qt", "t",
--- "tqv") and records what it returns. A value that is no function stands for itself.
function recording:call(f, shape, what)
  if type(f) ~= "function" then
    return f
  end
  local function call(point)
    local q, v, t = self:split(point)
    if shape == "q" then
      return f(q)
    elseif shape == "qt" then
      return f(q, t)
    elseif shape == "t" then
      return f(t)
    elseif shape:sub(1, 2) == "qv" then
      return f(q, v, t)
    end
    return f(t, q, v)
  end
  local result, rec = record.once(self.recorder, f, what, self.inputs, call,
    self.all, self:seen(f, shape))
  self.functions[#self.functions + 1] = rec
  return result
end

--- The initial state of an experiment is one more point.
function recording:replay(point)
  for _, rec in ipairs(self.functions) do
    replay_at(rec, point)
  end
end

record.is_number, record.finite = is_number, finite

return record
