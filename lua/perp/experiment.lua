--- # Experiments
--
--- An experiment is a table: a system, a scheme with its parameters, a step, a
--- duration, an initial state. Here it is checked and run, and its figures are
--- drawn.

local core = require "perp.core"
core.library()
local controller = require "perp.controller"
local record = require "perp.record"
local shapes = require "perp.shapes"
local compliance = require "perp.compliance"
local blame = require "perp.blame"
local claimed = require "perp.claimed"
local ends = require "perp.ends"
local laws = require "perp.laws"
local schemes = require "perp.schemes"
local state = require "perp.state"
local watch = require "perp.watch"

local experiment = {}
local options = core.options() or { sets = {} }
local runs, figures = 0, 0

local system_type = {}

--- Marks a table as a system.
function experiment.system(s)
  return setmetatable(s, system_type)
end

local run_type = {}

--- `run["q.x"]` is a column as a list of numbers; `run.t` the times.
function run_type.__index(run, key)
  local list = core.column(rawget(run, "core"), tostring(key))
  if not list then
    core.fail(("the run has no column '%s'%s"):format(tostring(key),
      record.suggestion(key, run.columns)))
  end
  rawset(run, key, list)
  return list
end

--- What the command line says of any experiment, see perp.init: `override.all(e)`
--- is the experiment with it, `override.of(key)` one value or nil.
local override = { all = function(e) return e end, of = function() end,
  parameters = function() return {} end }

function experiment.overrides(by)
  override = by
end

local function number(e, key, default, where)
  local x = e[key]
  if x == nil then
    x = default
  end
  if x == nil then
    record.fail(("the experiment has no %s"):format(key), key, where)
  elseif type(x) ~= "number" and not core.isratio(x) then
    record.fail(("%s must be a number, not a %s"):format(key, type(x)), key,
      where)
  elseif type(x) == "number" and (x ~= x or math.abs(x) == 1 / 0) then
    record.fail(("%s = %s is not a finite number"):format(key, record.shown(x)),
      key, where)
  end
  return x
end

local function within(e, key, x, ok, range, where)
  if not ok then
    record.fail(("%s = %s; %s"):format(key, record.shown(x), range), key, where)
  end
end

local function run_name(e, where)
  local name = e.name or (options.script or "run"):match("([^/]-)%.?[^./]*$")
  if type(name) ~= "string" or not name:find("^[%w_.+-]+$") then
    if e.name == nil then
      return "run"
    end
    record.fail("name must be a text of letters, digits and _ . + -", "name",
      where)
  end
  return name
end

--- One of two words; the first is the default.
local function choice(e, key, words, where)
  local word = e[key] == nil and words[1] or e[key]
  if word ~= words[1] and word ~= words[2] then
    record.fail(("%s is '%s' or '%s'"):format(key, words[1], words[2]), key,
      where)
  end
  return word
end

--- Which projection of positions follows a step, as a number from 0.
local projections = { "none", "joints", "contacts", "full" }

local function projection(e, where)
  for i, word in ipairs(projections) do
    if e.project == word then
      return i - 1
    end
  end
  if e.project ~= nil then
    record.fail("project is 'none', 'joints', 'contacts' or 'full'", "project",
      where)
  end
  return 0
end

--- What the step loop is told about contacts and collisions.
local function events(e, x, where)
  x.tolerance = number(e, "tolerance", core.ratio "1/10000000000", where)
  x.penetration = core.number(number(e, "penetration", 1e-6, where))
  x.sharp = choice(e, "active", { "kept", "sharp" }, where) == "sharp"
  x.project = projection(e, where)
  x.torn = choice(e, "start", { "consistent", "torn" }, where) == "torn"
  x.uniform = choice(e, "clock", { "collision", "uniform" }, where) == "uniform"
  x.keeps = choice(e, "basis", { "cold", "kept" }, where) == "kept" and
    schemes.reads(x.scheme, "basis", override.of("basis"))
  local most = number(e, "most_collisions", 100000, where)
  within(e, "tolerance", x.tolerance, x.tolerance >= 0,
    "the tolerance is a length >= 0", where)
  within(e, "penetration", x.penetration, x.penetration >= 0,
    "the penetration allowed at the start is a length >= 0", where)
  x.most_collisions = math.tointeger(core.number(most))
  within(e, "most_collisions", most, x.most_collisions and
    x.most_collisions > 0 and x.most_collisions <= 10 ^ 9,
    "a whole number from 1 to 1000000000 is wanted", where)
end

local function restitution(e, x, where)
  x.e = number(e, "e", 0, where)
  within(e, "e", x.e, x.e >= 0 and x.e <= 1, "0 <= e <= 1 is wanted", where)
end

--- Are the Jacobians used, and if the scene gives them, their tape. A function
--- (t, q, v) or a plain table gives { q = rows, v = rows }: the derivatives of
--- the force in the directions of the velocities, dk/dq Gamma, and by the
--- velocities; a matrix that is missing is zero.
local function jacobians(e, system, where)
  local f = e.jacobians
  if type(f) ~= "function" and type(f) ~= "table" then
    local exact = choice(e, "jacobians", { "exact", "zero" }, where) == "exact"
    return exact, exact and system.given or nil
  end
  local recording, more = system.recording, system.more
  local n = #system.velocities - more
  local J, list = recording:call(f, "tqv", "jacobians"), {}
  local at = type(f) == "function" and f or where
  if type(J) ~= "table" then
    record.fail(("jacobians: { q = rows, v = rows } is wanted, not a %s")
      :format(type(J)), nil, at)
  end
  record.keys(J, { "q", "v" }, "jacobians", at)
  for _, key in ipairs { "q", "v" } do
    local entries = J[key] and shapes.matrix(J[key], n, n,
      "jacobians." .. key, at)
    for i = 1, n + more do
      for k = 1, n + more do
        list[#list + 1] = entries and i <= n and k <= n and
          entries[(i - 1) * n + k] or 0
      end
    end
  end
  return true, (core.tape(recording.recorder, list))
end

--- A motion known otherwise, `reference = function(t) return { q = ..., v =
--- ... } end`, is asked with plain numbers. Here it gives both lists as one. At
--- a jump v is the velocity behind it.
local function reference(e, where)
  local f = e.reference
  if f ~= nil and type(f) ~= "function" then
    record.fail("reference = function(t) return { q = ..., v = ... } end is " ..
      "wanted", "reference", where)
  end
  return f and function(t)
    local r, list = f(t), {}
    if type(r) ~= "table" or type(r.q) ~= "table" or type(r.v) ~= "table" then
      record.fail("reference must return { q = ..., v = ... }", nil, f)
    end
    for _, key in ipairs { "q", "v" } do
      local names = key == "q" and e.system.coordinates or
        e.system.velocities
      for i, name in ipairs(names) do
        local x = r[key][i] == nil and r[key][name] or r[key][i]
        x = x == nil and i > #names - e.system.more and 0 or x
        if not record.is_number(x) or not record.finite(x) then
          record.fail(("reference: %s.%s is %s at t = %g, not a finite number")
            :format(key, name, record.shown(x), t), nil, f)
        end
        list[#list + 1] = core.number(x)
      end
    end
    return list
  end
end

--- What the scheme with compliant contact is told.
local solvers = { "newton", "bounds", "polyhedral", "modes" }

local function yielding(e, x, where)
  x.theta = number(e, "theta", 0, where)
  within(e, "theta", x.theta, x.theta >= 0 and x.theta <= 1,
    "0 <= theta <= 1 is wanted", where)
  x.delta = compliance.start(e.delta, e.system.contacts, e.system.bindings,
    where)
  local m = number(e, "directions", 0, where)
  x.directions = math.tointeger(core.number(m))
  within(e, "directions", m, x.directions and (x.directions == 0 or
    x.directions >= 3 and x.directions <= 1024),
    "a whole number from 3 to 1024 is wanted", where)
  x.ends = ends.read(e.ends, e.system, compliance.layout(e.system.contacts,
    e.system.bindings), where)
  x.solver = e.solver
  for _, word in ipairs(solvers) do
    if e.solver == nil or e.solver == word then
      return
    end
  end
  record.fail(("there is no solver '%s'%s"):format(tostring(e.solver),
    record.suggestion(e.solver, solvers)), "solver", where)
end

--- What some schemes read, and what any does.
local known = { "system", "scheme" }
table.move(schemes.parameters, 1, #schemes.parameters, #known + 1, known)
for _, key in ipairs { "h", "T", "q", "v", "tolerance", "name", "figures",
  "reference", "impact", "watch", "judge", "controller" } do
  known[#known + 1] = key
end

local function is_world(x)
  local meta = getmetatable(x)
  return type(meta) == "table" and rawget(meta, "__name") == "perp.world"
end

--- A system or a world is no experiment yet.
local function whole(e, where)
  if is_world(e) or getmetatable(e) == system_type then
    record.fail(("a %s is no experiment: return { system = %s, h = ..., T = " ..
      "..., q = ..., v = ... }"):format(is_world(e) and "world" or "system",
      is_world(e) and "world:system()" or "..."), nil, where)
  end
end

--- What the step loop is given; `file` is that of a returned table.
local function checked(e, file, word, many)
  local where = record.of(e, file)
  record.keys(e, known, "the experiment", where)
  local system = e.system
  if getmetatable(system) ~= system_type then
    record.fail(is_world(system) and "system is a world: write system = " ..
      "world:system()" or "the experiment has no system = perp.system{...}",
      "system", where)
  end
  local suffix = many and "." .. word or ""
  local x = { system = system.core, scheme = schemes.of(e, where, word),
    name = run_name(e, where) .. suffix, suffix = suffix,
    alpha = number(e, "alpha", 0.5, where),
    h = number(e, "h", nil, where), T = number(e, "T", nil, where),
    q = state(e, "q", system, where),
    v = state(e, "v", system, where),
    file = options.script, line = function(why)
      return blame.line(why, e, where)
    end, reference = reference(e, where),
    wanted = file == nil, parameters = override.parameters(),
    kept = file == nil or options.plot or options.movie or options.vtk }
  x.jacobians, x.given = jacobians(e, system, where)
  x.gamma, x.t0 = number(e, "gamma", x.alpha, where), number(e, "t0", 0, where)
  within(e, "h", x.h, x.h > 0, "the step must be positive", where)
  within(e, "T", x.T, x.T > 0, "the duration must be positive", where)
  within(e, "h", x.h, x.h <= 10 * x.T, ("the duration is T = %s s, and a " ..
    "step at most ten times as long"):format(record.shown(x.T)), where)
  within(e, "alpha", x.alpha, x.alpha > 0 and x.alpha <= 1,
    "0 < alpha <= 1 is wanted", where)
  within(e, "gamma", x.gamma, x.gamma >= 0 and x.gamma <= 1,
    "0 <= gamma <= 1 is wanted", where)
  events(e, x, where)
  x.impact = laws.read(e.impact, compliance.layout(e.system.contacts,
    e.system.bindings), where)
  yielding(e, x, where)
  restitution(e, x, where)
  if e.figures ~= nil and type(e.figures) ~= "function" then
    record.fail("figures = function(run) return { figure, ... } end is wanted",
      "figures", where)
  end
  x.watch, x.within = watch.read(e.watch, system, where)
  x.judge, x.judge_round = claimed.read(e.judge, where)
  x.never, x.control = system.never, controller.read(e, system, where)
  return x
end

local plain = {} -- runs without figures: ended() draws some of them
local function draw(e, run, x, where)
  if not options.plot then
    return
  elseif e.figures == nil then
    plain[#plain + 1] = #plain < 16 and { run = run, add = function(figure)
      require "perp.beside".add(figure, run, e.system, x.reference)
    end } or nil
    return
  end
  local list = e.figures(run)
  if type(list) ~= "table" then
    record.fail("figures must return a list of figures", nil, e.figures)
  end
  local plot = require "perp.plot"
  for i, figure in ipairs(list) do
    local name = type(figure) == "table" and figure.name
    if type(name) ~= "string" or not name:find("^[%w_.+-]+$") then
      record.fail(("figure %d wants a name of letters, digits and _ . + -")
        :format(i), nil, e.figures)
    end
    require "perp.beside".add(figure, run, e.system, x.reference)
    plot.write(name .. x.suffix, figure, core.header(run.core))
    figures = figures + 1
  end
end

local named = {} -- the runs whose tables are put out; each under its own name

local function simulate(e, where, word, many)
  local x = checked(e, where, word, many)
  if named[x.name] then
    record.fail(("two runs are called '%s'; give each its own name"):format(
      x.name), "name", record.of(e, where))
  end
  named[x.name] = options.own
  local point = {}
  for _, list in ipairs { x.q, x.v } do
    for _, entry in ipairs(list) do
      point[#point + 1] = core.number(entry)
    end
  end
  point[#point + 1] = core.number(x.t0) + 0.0
  e.system.recording:replay(point)
  x.film = options.movie and require "perp.movie".film(e, x)
  if options.shapes then
    x.shapes = require "perp.movie".shapes(e, x)
    x.marks = e.system.marks and e.system.marks.tape
  end
  local vtk = options.vtk and require "perp.vtk"
  if vtk then vtk.expect(e.system, where) end
  local made = core.run(x)
  runs = runs + 1
  local run = setmetatable({ core = made, name = x.name, system = e.system,
    columns = core.columns(made), summary = core.summary(made) }, run_type)
  draw(e, run, x, where)
  local film = options.movie and options.own and require "perp.movie".add
  if film then film(e, x, run) end
  if vtk then vtk.add(e, run) end
  return run
end

--- A run of each scheme asked for; the scene is given that of the first.
function experiment.simulate(e, where)
  if options.listing then
    core.fail("stop", 0)
  end
  whole(e, where)
  e = override.all(e)
  local asked = schemes.asked(override.of("scheme"))
  local run = simulate(e, where, asked[1], #asked > 1)
  for i = 2, #asked do
    simulate(e, where, asked[i], true)
  end
  return run
end

--- The replay of all runs; and with `--plot` an overview of each run of a scene that
--- draws nothing.
function experiment.ended()
  if options.movie then
    local movie = require "perp.movie"
    movie.finish(movie.title())
  end
  if options.plot and figures == 0 then
    require "perp.overview".draw(plain, runs)
  end
end

function experiment.runs()
  return runs
end

function experiment.is_run(x)
  return getmetatable(x) == run_type
end

return experiment
