--- # perp: what a scene sees
--
--- A scene writes a system (masses, forces, joints, contacts as expressions in
--- its coordinates) and an experiment (a system, a scheme, a step, an initial
--- state). This file checks what it wrote and passes it on.

local core = require "perp.core"
core.library()
local record = require "perp.record"
local shapes = require "perp.shapes"
local kinds = require "perp.kinds"
local compliance = require "perp.compliance"
local experiment = require "perp.experiment"
local held, motors = require "perp.held", require "perp.motors"

local perp = { ratio = core.ratio, number = core.number, sqrt = core.sqrt,
  sin = core.sin, cos = core.cos, max = core.max, min = core.min,
  abs = core.abs, where = core.where, kind = kinds.kind, side = kinds.side,
  bind = kinds.bind, kelvin_voigt = compliance.kelvin_voigt }

local options = core.options() or { sets = {} }
local params = {}

--- ## Parameters

--- `name=value` of the command line; the last one counts.
local function given(name)
  local text
  for _, set in ipairs(options.sets) do
    local key, value = set:match("^([^=]+)=(.*)$")
    text = key == name and value or text
  end
  return text
end

local function parsed(name, text, default)
  if type(default) == "string" then
    return text
  elseif type(default) == "boolean" then
    if text ~= "true" and text ~= "false" then
      core.fail(("--set %s=%.60s: true or false is wanted"):format(name, text),
        2)
    end
    return text == "true"
  end
  local value, inexact = core.literal(text)
  if value == nil then
    core.fail(("--set %s: %s"):format(name, inexact), 2)
  elseif inexact == true and options.rational then
    core.note(("%s = %s is the double %a; write %s for the exact number")
      :format(name, text, value, tostring(core.ratio(text))))
  end
  return value
end

--- `perp.param(name, default [, text])` is the value of the command line, or
--- the default. Its type is that of the default.
function perp.param(name, default, text)
  if type(name) ~= "string" or not name:find("^[%w_.-]+$") then
    core.fail("perp.param: the name is a text of letters, digits and _ . -")
  end
  for _, p in ipairs(params) do
    if p.name == name then
      core.fail(("the parameter '%s' is declared twice"):format(name))
    end
  end
  local kind = type(default)
  if kind ~= "number" and kind ~= "string" and kind ~= "boolean" and
    not core.isratio(default) then
    core.fail(("perp.param('%s', default): the default is a number, a " ..
      "ratio, a text or a boolean, not %s"):format(name, kind))
  elseif kind == "number" and (default ~= default or
    math.abs(default) == 1 / 0) then
    core.fail(("the default of '%s' is not a finite number"):format(name))
  end
  params[#params + 1] = { name = name, default = default, text = text or "" }
  local set, p = given(name), params[#params]
  p.value = default
  if set then
    p.value = parsed(name, set, default)
  end
  return p.value
end

--- Every experiment has these, whether its scene makes parameters of them or not.
local general = { "h", "T", "t0", "basis", "scheme" }

--- The value of the command line for one of them, unless the scene has a parameter
--- of that name: then the scene says what it is.
local function overriding(name)
  for _, p in ipairs(params) do
    if p.name == name then
      return nil
    end
  end
  local text, word = given(name), name == "basis" or name == "scheme"
  return text and parsed(name, text, word and "" or 0)
end

--- A value as --set takes it: the shortest decimal that is the double.
local function as_set(x)
  for digits = 15, 17 do
    local text = math.type(x) == "float" and ("%." .. digits .. "g"):format(x)
      or tostring(x)
    if type(x) ~= "number" or tonumber(text) == x then
      return text
    end
  end
end

--- The parameters that the scene has declared so far: name, value, name, value.
local function listed()
  local out = {}
  for i, p in ipairs(params) do
    out[2 * i - 1], out[2 * i] = p.name, as_set(p.value)
  end
  return out
end

experiment.overrides { of = overriding, parameters = listed, all = function(e)
  if type(e) ~= "table" then
    return e
  end
  local out = {}
  for key, value in pairs(e) do
    out[key] = value
  end
  for _, key in ipairs { "h", "T", "t0", "basis" } do
    local value = overriding(key)
    if value ~= nil then
      out[key] = value
    end
  end
  return out
end }

local function check_sets()
  local known = {}
  for _, p in ipairs(params) do
    known[#known + 1], known[p.name] = p.name, true
  end
  for _, name in ipairs(general) do
    known[#known + 1], known[name] = not known[name] and name or nil, true
  end
  for _, set in ipairs(options.sets) do
    local name = set:match("^([^=]+)=")
    if not known[name] then
      local near = record.suggestion(name, known)
      core.fail(("--set %s: the scene has no parameter '%s'%s"):format(name,
        name, near ~= "" and near or "; it has " .. table.concat(known, ", ") ..
        ", and perp.param declares one"), 2)
    end
  end
end

--- ## Derivatives
--
--- A scene function that derives cannot be replayed with numbers; its
--- derivatives are then "not a number", and what they flow into is not
--- compared.

local function recorder_in(...)
  for _, list in ipairs { ... } do
    for _, x in ipairs(list) do
      local r = core.recorderof(x)
      if r then
        return r
      end
    end
  end
end

local function unknown(n)
  local list = {}
  for i = 1, n do
    list[i] = 0 / 0
  end
  return list
end

local function lists(what, ...)
  for _, list in ipairs { ... } do
    if type(list) ~= "table" then
      core.fail(("perp.%s: a list of expressions is wanted, got %s"):format(
        what, type(list)))
    end
  end
end

local function no_symbol(what)
  if not record.replaying then
    core.fail(("perp.%s: there is no coordinate to derive by"):format(what))
  end
end

--- The derivatives of an expression by each variable of the list.
function perp.grad(expression, list)
  lists("grad", list)
  local r = recorder_in(list)
  if r then
    return core.grad(r, expression, list)
  end
  no_symbol("grad")
  return unknown(#list)
end

--- The derivatives of expressions in a direction: what they change by when the
--- variables move by it.
function perp.tangent(list, variables, direction)
  lists("tangent", list, variables, direction)
  local r = recorder_in(variables)
  if r then
    return core.tangent(r, list, variables, direction)
  end
  no_symbol("tangent")
  return unknown(#list)
end

function perp.depends(expression, list)
  lists("depends", list)
  local r = recorder_in(list)
  return r ~= nil and core.depends(r, expression, list)
end

--- ## Systems

local function zeros(n)
  local list = {}
  for i = 1, n do
    list[i] = 0
  end
  return list
end

--- Mass, force, coriolis and rates; `dynamics(recording)`, for libraries that
--- derive them or write them for many bodies, gives all at once.
local function motion(s, recording)
  local n = recording.nv
  local mass, force, coriolis, rates = s.mass, s.force, s.coriolis, s.rates
  if s.dynamics then
    mass, force, coriolis, rates = s.dynamics(recording)
  elseif mass == nil then
    record.fail("perp.system: mass = function(q) return { { ... } } end is " ..
      "missing", "mass", record.of(s))
  end
  local M = recording:call(mass, "q", "mass")
  local k = zeros(n)
  if force ~= nil then
    k = recording:call(force, "tqv", "force")
  end
  local F = recording:call(coriolis, "qv", "coriolis")
  local G = recording:call(rates, "q", "rates")
  local at = shapes.place
  return { M = shapes.matrix(M, n, n, "mass", at(s, "mass")),
    k = shapes.vector(k, n, "force", at(s, "force")),
    F = F and shapes.matrix(F, n, n, "coriolis", at(s, "coriolis")),
    G = G and shapes.matrix(G, recording.nq, n, "rates", at(s, "rates")) }
end

--- A function of the scene; or what a library puts together from several, functions
--- of the recording, each of which records the scene's by themselves.
local function called(recording, f, shape, what)
  if type(f) ~= "table" or type(f.recorded) ~= "table" then
    return recording:call(f, shape, what)
  end
  local list = {}
  for i, part in ipairs(f.recorded) do
    list[i] = part(recording)
  end
  return list
end

--- `perp.system{...}`: see doc/01-scenes.md for the keys.
function perp.system(s)
  record.keys(s, { "coordinates", "velocities", "mass", "force", "coriolis",
    "rates", "joints", "contacts", "bindings", "dynamics", "springs",
    "dampers", "measures", "compliance", "motors", "inputs", "never",
    "start", "draw", "picture" }, "perp.system")
  for _, x in ipairs { { "dynamics", "function" }, { "start", "table" },
    { "never", "table" }, { "picture", "function" } } do
    local own = s[x[1]]
    if own ~= nil and type(own) ~= x[2] then
      record.fail(("perp.system: %s is a %s that libraries write, not a %s")
        :format(x[1], x[2], type(own)), x[1], record.of(s))
    end
  end
  local q = record.names(s.coordinates, "coordinates", record.of(s))
  local v = s.velocities and record.names(s.velocities, "velocities",
    record.of(s)) or q
  if #v ~= #q and not s.rates and not s.dynamics then
    record.fail(("%d coordinates and %d velocities: rates = function(q) is " ..
      "missing"):format(#q, #v), "velocities", record.of(s))
  end
  local inputs = held.inputs(s.inputs)
  local more, masses, forces = table.move(inputs, 1, #inputs, 1, {}), {}, {}
  for i = 1, #inputs do
    masses[i], forces[i] = 1, 0
  end
  table.move(motors.pedals(s.motors), 1, 2000, #more + 1, more)
  q, v = held.further(q, v, more)
  local recording = record.recording(q, v, #more)
  local form, seen = motion(s, recording), {}
  form.recorder, form.q, form.v = recording.recorder, q, v
  form.joints, form.theta = shapes.joints(called(recording, s.joints, "q",
    "joints"), s.joints)
  form.contacts = shapes.contacts(motors.driven(s.motors, recording,
    called(recording, s.contacts, "qvt", "contacts"), masses, forces),
    s.contacts, seen)
  local given = held.enlarge(form, recording, masses, forces)
  local links = {}
  form.springs = shapes.springs(called(recording, s.springs, "q", "springs"),
    "spring", s.springs, links, {})
  shapes.springs(recording:call(s.dampers, "q", "dampers"), "damper",
    s.dampers, links, form.springs)
  held.apart(form, recording, inputs)
  form.measures, form.measured = shapes.measures(called(recording, s.measures,
    "qv", "measures"), s.measures)
  form.bindings = kinds.resolve(s.bindings, q, v, form.G ~= nil or v ~= q,
    seen)
  form.K, form.C = compliance.matrices(form.contacts, form.bindings,
    recording:call(s.compliance, "q", "compliance"), s.compliance)
  require("perp.impact_figure").remember(s.draw)
  local made, picture, roots = core.system(form), nil, nil
  local drawn = options.movie or options.shapes or options.plot
  if s.picture and (drawn or options.vtk) then
    picture, roots = s.picture(recording)
  end
  return experiment.system { core = made, recording = recording,
    picture = picture, marks = drawn and require "perp.movie_bodies".marks(s,
      recording, picture, roots) or nil,
    coordinates = q, velocities = v, contacts = form.contacts,
    bindings = form.bindings, measures = form.measures,
    springs = form.springs[1] ~= nil, never = s.never or {}, start = s.start,
    more = #more, inputs = inputs, given = given, asked = s }
end

--- Runs an experiment now and gives its run: `run.t`, `run["q.x"]`,
--- `run.columns`, `run.summary`.
function perp.simulate(e)
  return experiment.simulate(e)
end

--- ## The end of the script

local shown = record.shown

local function quoted(text)
  return '"' .. text:gsub('[%c"\\]', function(c)
    return ("\\u%04x"):format(c:byte())
  end) .. '"'
end

local function listed()
  local lines, widths = {}, { 0, 0 }
  for i, p in ipairs(params) do
    if options.json then
      local value = type(p.default) == "number" and
        ("%.17g"):format(p.default) or type(p.default) == "boolean" and
        tostring(p.default) or quoted(tostring(p.default))
      lines[i] = ('%s: {"default": %s, "type": "%s", "text": %s}'):format(
        quoted(p.name), value, type(p.default) == "string" and "text" or
        core.isratio(p.default) and "ratio" or type(p.default),
        quoted(p.text))
    else
      widths[1] = math.max(widths[1], #p.name)
      widths[2] = math.max(widths[2], #shown(p.default))
    end
  end
  if options.json then
    return "{" .. table.concat(lines, ", ") .. "}\n"
  end
  for i, p in ipairs(params) do
    local line = ("%s%s  %s%s  %s"):format(p.name,
      (" "):rep(widths[1] - #p.name), shown(p.default),
      (" "):rep(widths[2] - #shown(p.default)), p.text)
    lines[i] = line:gsub("%s+$", "")
  end
  return table.concat(lines, "\n") .. (lines[1] and "\n" or "")
end

--- Called by the program with what the script returned.
local function finish(value)
  if options.traces then
    return require "perp.replayed"()
  end
  check_sets()
  if options.listing then
    return listed()
  elseif value == nil and experiment.runs() == 0 then
    core.fail("the scene returns nothing: return an experiment, or call " ..
      "perp.simulate", 3, options.script)
  elseif value ~= nil and not experiment.is_run(value) then
    experiment.simulate(value, options.script)
  end
  experiment.ended()
end
core.finish(finish)

return require("perp.world").library("perp", perp)
