--- # Is FILE.scene this scene? A second recorder
---
---     lua5.4 verify/check/front.lua SCENE.lua FILE [--set name=value]...
---
--- perp-check proves what FILE says of FILE.scene. That FILE.scene is what
--- SCENE.lua writes, only perp says, which wrote it. This program runs the scene
--- on symbols of its own (symbols.lua), in plain Lua, without a line of perp's C,
--- and compares what it recorded with the statement: parameters, names, initial
--- state, friction, things and pairs as fractions, and each output of each tape
--- (form.lua). It prints what held, and the statement's SHA-256.
---
--- It trusts perp's libraries of shapes (lua/perp): both recorders run them. It does
--- not look at lines of a statement that follow from the command line alone; those
--- that it does not know are named.
---
--- | exit code | |
--- |---|---|
--- | 0 | the statement is that of the scene, as far as was printed |
--- | 1 | it is not; what differs is named |
--- | 2 | a command line that is none |
--- | 3 | the scene ends with an error |
--- | 6 | a file that cannot be read, or is no statement |

local here = arg[0]:match("^(.*/)") or "./"
package.path = here .. "?.lua"
local number, core, form = require "number", require "symbols", require "form"
form.math = math
package.loaded.number, package.loaded.symbols, package.loaded.form = nil, nil, nil

local function ended(code, text)
  io.stderr:write("front.lua: ", text, "\n")
  os.exit(code)
end

--- ## The command line

local asked = { sets = {} }
do
  local i, files = 1, {}
  while arg[i] do
    if arg[i] == "--set" or arg[i] == "--scheme" then
      local value = arg[i + 1] or ended(2, arg[i] .. " wants a value")
      if arg[i] == "--scheme" then
        asked.scheme = value
      else
        table.insert(asked.sets, value)
      end
      i = i + 1
    elseif arg[i]:sub(1, 1) == "-" then
      ended(2, arg[i] .. " is no option; --set name=value and --scheme NAME are")
    else
      files[#files + 1] = arg[i]
    end
    i = i + 1
  end
  if #files ~= 2 then
    ended(2, "usage: front.lua SCENE.lua FILE [--set name=value]...")
  end
  asked.script, asked.file = files[1], files[2] .. ".scene"
end

--- ## The statement

local function read(path)
  local file, why = io.open(path, "rb")
  local text = file and file:read("a")
  return text or ended(6, why or "cannot read " .. path)
end

local text = read(asked.file)
local statement = { head = {}, q = {}, v = {}, joint = {}, spring = {},
  contact = {}, corners = {}, corner = {}, delta = {}, kind = {}, side = {},
  binding = {}, tape = {}, other = {} }

local function words(line)
  local list = {}
  for word in line:gmatch("%S+") do
    list[#list + 1] = word
  end
  return list
end

local arity = { add = 2, sub = 2, mul = 2, div = 2, neg = 1, sqrt = 1, sin = 1,
  cos = 1, max = 2, sel = 3 }

--- A tape as nodes: inputs, constants, instructions in one list. perp-check
--- judges its form; here it need only be one.
local function tape(w, next_line)
  local slot = {}
  local function at(word)
    return slot[math.tointeger(tonumber(word)) + 1] or error("a slot", 0)
  end
  for i = 1, tonumber(w[3]) do
    slot[i] = { op = "input", a = { id = i } }
  end
  local const, out = words(next_line()), {}
  for i = 2, #const do
    slot[#slot + 1] = { op = "const", q = assert(number.read(const[i])) }
  end
  assert(const[1] == "const" and #const == w[4] + 1, "constants")
  for _ = 1, tonumber(w[5]) do
    local i = words(next_line())
    assert(#i == (arity[i[1]] or 9) + 1, "an instruction")
    slot[#slot + 1] = { op = i[1], a = at(i[2]), b = i[3] and at(i[3]),
      c = i[4] and at(i[4]) }
  end
  for i, word in ipairs(words(next_line())) do
    out[i - 1] = i > 1 and at(word) or nil
  end
  assert(#out == tonumber(w[6]), "outputs")
  return { name = w[2], inputs = tonumber(w[3]), out = out }
end

local function parse()
  local lines, next_line = text:gmatch("([^\n]*)\n"), nil
  next_line = function()
    return lines() or error("it ends too soon", 0)
  end
  assert(next_line():find("^perp scene %d+$"), "no statement of a scene")
  for line in next_line do
    local w = words(line)
    local tag = w[1]
    if tag == "end" then
      return
    elseif tag == "tape" then
      local made = tape(w, next_line)
      local owner = statement.kind[#statement.kind]
      local to = owner and not owner.slips and owner or statement.tape
      to[made.name] = made
    elseif tag == "side" then
      local side = { n = tonumber(w[2]) }
      for i = 1, side.n do
        side[i] = words(next_line())
      end
      side.size = w
      table.insert(statement.side, side)
    elseif tag == "binding" then
      w.pairs = next_line()
      table.insert(statement.binding, w)
    elseif statement.sizes and statement[tag] then
      table.insert(statement[tag], w)
    elseif tag == "sizes" then
      statement.sizes = line
    elseif statement.sizes then
      table.insert(statement.other, line)
    else
      statement.head[tag] = table.concat(w, " ", 2)
    end
  end
end

local fine, why = pcall(parse)
if not fine then
  ended(6, asked.file .. ": no statement: " .. tostring(why))
end

--- Points that the digest draws: 64 bits of state, xorshift; of all sizes from
--- 1/16 to 8.
local digest = number.sha256(text)
local state = tonumber(digest:sub(1, 15), 16) | 1

local function draw()
  state = state ~ state << 13
  state = state ~ state >> 7
  state = state ~ state << 17
  local size = 2.0 ^ ((state >> 40) % 8 - 4)
  return (((state >> 8) & 0xffffff) / 2.0 ^ 23 - 1) * size
end

--- ## Comparing

local found -- of the run at hand: what differs, how formulas compare

local function differs(what, mine, theirs)
  table.insert(found.differ, ("%s: %s in the scene, %s in the statement"):format(
    what, tostring(mine), tostring(theirs)))
end

local function same_text(what, mine, theirs)
  if tostring(mine) ~= tostring(theirs) then
    differs(what, mine, theirs)
  end
end

--- The number, or the double nearest to it.
local function same_number(what, mine, theirs)
  local x, y = core.exact(mine), theirs and number.read(theirs)
  found.numbers = found.numbers + 1
  if y and x ~= y and number.exact(number.double(x)) == y then
    found.rounded = found.rounded + 1
  elseif not y or x ~= y then
    differs(what, x, theirs)
  end
end

local function same_tape(what, r, mine, theirs)
  local memo = {}
  same_text("outputs of " .. what, #mine, #theirs.out)
  same_text("inputs of " .. what, r.inputs, theirs.inputs)
  for i = 1, math.min(#mine, #theirs.out) do
    local held = form.compare(core.symbol(r, mine[i]), theirs.out[i],
      theirs.inputs, draw, memo)
    found.outputs = found.outputs + 1
    if type(held) == "string" then
      table.insert(found.differ, ("%s, output %d: %s"):format(what, i, held))
    elseif held then
      found.points = math.min(found.points or held[1], held[1])
      found.worst = math.max(found.worst, held[2])
      found.sampled = found.sampled + 1
      if held[3] > 0 then
        table.insert(found.branches, ("%s, output %d: %d"):format(what, i,
          held[3]))
      end
    end
  end
end

local function spelt(name)
  return name == "" and "%" or (name:gsub("[^%w_.-]", function(c)
    return ("%%%02X"):format(c:byte())
  end))
end

--- Rows d: the derivatives of slips by the velocities, inputs from + 1, ...
local function rows(r, slips, from, n)
  local by, out = {}, {}
  for j = 1, n do
    by[j] = core.input(r, from + j)
  end
  for _, slip in ipairs(slips or {}) do
    table.move(core.grad(r, slip, by), 1, n, #out + 1, out)
  end
  return out
end

local function joined(...)
  local out = {}
  for _, list in ipairs { ... } do
    table.move(list, 1, #list, #out + 1, out)
  end
  return out
end

--- Their deformations, one for each row, and the corners of friction: none, or as
--- many as the scene has directions, all of them on the circle.
local function yields(s, x)
  local rows = 0
  for _, contact in ipairs(s.contacts) do
    rows = rows + 1 + #(contact.slips or {})
  end
  same_text("deformations", rows, #statement.delta)
  for i = 1, math.min(rows, #statement.delta) do
    same_number("delta " .. i, x.delta and x.delta[i] or 0, statement.delta[i][2])
  end
  local count = statement.corners[1] or {}
  same_text("corners", #statement.corner, count[2])
  if #statement.corner > 0 then
    same_text("corners", x.directions, #statement.corner)
  end
  for i, w in ipairs(statement.corner) do
    local a, b = number.read(w[2]), number.read(w[3])
    if a * a + b * b ~= number.one then
      differs("corner " .. i, "on the circle", "elsewhere")
    end
  end
end

local function head(x)
  local h = statement.head
  local weight = ({ ["alpha-gamma"] = { x.alpha, x.gamma },
    ["moreau-jean"] = { x.alpha, x.gamma }, moreau = { 1, 0.5 },
    theta = { 1 } })[x.scheme] or { 1, 1 }
  same_text("scheme", x.scheme, h.scheme)
  if not weight[2] then -- the new velocity's, 1 - theta; theta may be rounded
    local theta = h.gamma and number.one - number.read(h.gamma)
    same_number("theta", x.theta or 0, theta and tostring(theta))
  end
  for key, value in pairs { h = x.h, alpha = weight[1], gamma = weight[2],
    restitution = x.e, T = x.T, tolerance = x.tolerance } do
    same_number(key, value, h[key])
  end
  same_text("active", x.sharp and "sharp" or "kept", h.active)
  same_text("clock", x.uniform and "uniform" or "collision", h.clock)
  same_text("jacobians", x.jacobians and "exact" or "zero", h.jacobians)
  local known = { scheme = 1, h = 1, alpha = 1, gamma = 1, restitution = 1, T = 1,
    tolerance = 1, active = 1, clock = 1, jacobians = 1, project = 1,
    penetration = 1, kept_basis = 1 }
  if h.penetration then
    same_number("penetration", x.penetration, h.penetration)
  end
  if h.project then
    same_text("project", ({ "none", "joints", "contacts", "full" })
      [(x.project or 0) + 1], h.project)
  end
  for _, key in ipairs { "gap_t", "offset", "control" } do
    known[key] = 1
    if h[key] then -- no scene has them yet
      same_text(key, "none", h[key])
    end
  end
  local collides = x.scheme ~= "paoli" and x.scheme ~= "moreau" and
    x.scheme ~= "moreau-jean" and x.scheme ~= "theta"
  for key, word in pairs { jumps = "approaching", hits = "closing" } do
    known[key] = 1
    if h[key] then
      same_text(key, collides and (key == "hits" or not x.sharp) and word or
        "none", h[key])
    end
  end
  same_text("kept_basis", x.keeps and collides and "last" or "none",
    h.kept_basis or "none")
  if h.rounding and h.rounding ~= "none" then -- of the mode of the run
    same_text("rounding", "toward-zero", h.rounding)
  end
  for key in pairs(h) do
    if not known[key] then
      table.insert(found.unknown, key)
    end
  end
end

local function names(s, x)
  local function each(tag, list, name, ...)
    for i = 1, #list do
      local w, what = statement[tag][i] or {}, tag .. " " .. i
      same_text("name of " .. what, spelt(name(i)), w[2])
      for k, value in ipairs { ... } do
        local mine = value(i)
        if tag == "contact" and k == 1 then
          same_text("slips of " .. what, mine, w[3])
        else
          same_number(what, mine, w[k + 2])
        end
      end
    end
  end
  local function of(list, key)
    return function(i)
      return key and list[i][key] or list[i]
    end
  end
  each("q", s.q, of(s.q), of(x.q))
  each("v", s.v, of(s.v), of(x.v))
  each("joint", s.joints, of(s.joints))
  each("spring", s.springs, of(s.springs, "name"), of(s.springs, "stiffness"),
    of(s.springs, "damping"))
  each("contact", s.contacts, of(s.contacts, "name"), function(i)
    return #(s.contacts[i].slips or {})
  end, of(s.contacts, "mu"))
end

local function tapes(s, x)
  local r, nq, nv = s.recorder, #s.q, #s.v
  local gaps, slips, long = {}, {}, {}
  for i, contact in ipairs(s.contacts) do
    gaps[i] = contact.gap
    table.move(contact.slips, 1, #contact.slips, #slips + 1, slips)
  end
  for i, spring in ipairs(s.springs) do
    long[i] = spring.elongation
  end
  local mine = { inertia = joined(s.M, s.F or {}, s.G or {}), force = s.k,
    joints = s.theta, springs = long, gaps = gaps, slips = rows(r, slips, nq, nv) }
  if x.scheme == "theta" then
    mine.yield = joined(s.K or {}, s.C or {})
  end
  for _, name in ipairs { "inertia", "force", "joints", "springs", "gaps",
    "slips", mine.yield and "yield" } do
    same_tape("tape " .. name, r, mine[name], statement.tape[name] or
      { out = {}, inputs = 0 })
  end
  for name in pairs(statement.tape) do
    if not mine[name] then
      table.insert(found.unknown, "tape " .. name)
    end
  end
end

--- Kinds and sides are numbered as bindings first use them.
local function bindings(s)
  local kinds, sides, count = {}, {}, { 0, 0 }
  local function numbered(list, x, which, compare)
    if not list[x] then
      list[x], count[which] = count[which], count[which] + 1
      compare(x, count[which])
    end
    return list[x]
  end
  local function same_kind(k, i)
    local w, f = statement.kind[i] or { gaps = { out = {} }, slips = { out = {} } },
      k.form
    same_text("kind " .. i, table.concat({ spelt(f.name), f.coordsA, f.velsA,
      f.paramsA, f.coordsB, f.velsB, f.paramsB, #f.slips }, " "),
      table.concat(w, " ", 2, math.min(#w, 9)))
    same_tape("gap of kind " .. f.name, f.recorder, { f.gap }, w.gaps)
    same_tape("slips of kind " .. f.name, f.recorder, rows(f.recorder, f.slips,
      f.coordsA + f.coordsB, f.velsA + f.velsB), w.slips)
  end
  local function same_side(side, i)
    local theirs = statement.side[i] or { size = {}, n = 0 }
    local what, own = "side " .. i, side.coords + (side.vels > 0 and side.vels or
      side.coords)
    same_text(what, table.concat({ side.n, side.coords, own - side.coords,
      side.params }, " "), table.concat(theirs.size, " ", 2))
    for e = 1, math.min(side.n, theirs.n) do
      for k = 1, own do
        local at = k <= side.coords and (e - 1) * side.coords + k or side.vels > 0
          and side.n * side.coords + (e - 1) * side.vels + k - side.coords or
          (e - 1) * side.coords + k - side.coords
        same_text(what, side.places[at] == 0 and "w" or side.places[at] - 1,
          theirs[e][k + 1])
      end
      for k = 1, side.params do
        same_number(what, side.numbers[(e - 1) * side.params + k],
          theirs[e][own + k + 1])
      end
    end
  end
  for i, binding in ipairs(s.bindings) do
    local p, w = binding.pairs, statement.binding[i] or {}
    local list = { numbered(kinds, p.kind, 1, same_kind),
      numbered(sides, p[1], 2, same_side), numbered(sides, p[2], 2, same_side),
      #p.list // 2 }
    same_text("binding " .. i, table.concat(list, " "), table.concat(w, " ", 2,
      math.min(#w, 5)))
    same_number("friction of binding " .. i, binding.mu, w[6])
    local out = { "pairs" }
    for k = 1, #p.list, 2 do
      out[#out + 1] = p.list[k] - 1 .. ":" .. p.list[k + 1] - 1
    end
    same_text("pairs of binding " .. i, table.concat(out, " "), w.pairs)
  end
  same_text("kinds", count[1], #statement.kind)
  same_text("sides", count[2], #statement.side)
end

--- ## What lua/perp asks of its core besides symbols

local DONE, runs, nearest_run = {}, 0, nil

function core.run(x)
  local s = x.system
  found = { differ = {}, unknown = {}, branches = {}, numbers = 0, rounded = 0,
    outputs = 0, sampled = 0, worst = 0.0 }
  same_text("sizes", table.concat({ "sizes", #s.q, #s.v, s.F and 1 or 0, s.G and
    1 or 0, #s.joints, #s.springs, #s.contacts, #s.bindings }, " "),
    statement.sizes)
  same_text("t0", ("%g"):format(core.number(x.t0)), "0") -- no word of a statement
  if #found.differ == 0 then
    head(x)
    names(s, x)
    tapes(s, x)
    if x.scheme == "theta" then
      yields(s, x)
    end
    bindings(s)
  end
  runs = runs + 1
  if not nearest_run or #found.differ < #nearest_run.differ then
    nearest_run = found
  end
  return #found.differ == 0 and error(DONE, 0) or {}
end

function core.system(s)
  return s
end

function core.kind(f)
  return { form = f }
end

function core.side(coords, params, places, numbers, n, vels)
  return { coords = coords, params = params, places = places, numbers = numbers,
    n = n, vels = vels or 0 }
end

--- Two things are apart when none of their coordinates is one, and one moves.
function core.product(kind, a, b, rule)
  local function apart(i, j)
    local moving = false
    for k = 1, a.coords do
      local x = a.places[(i - 1) * a.coords + k]
      moving = moving or x > 0
      for h = 1, b.coords do
        if x > 0 and x == b.places[(j - 1) * b.coords + h] then
          return false
        end
      end
    end
    for h = 1, b.coords do
      moving = moving or b.places[(j - 1) * b.coords + h] > 0
    end
    return moving
  end
  local made = { a, b, kind = kind, list = {} }
  for i = 1, a.n do
    for j = a == b and i + 1 or 1, b.n do
      if rule == "all" or apart(i, j) then
        table.move({ i, j }, 1, 2, #made.list + 1, made.list)
      end
    end
  end
  return made, made.list
end

local parameters = { "e", "alpha", "gamma", "jacobians", "active", "clock",
  "most_collisions", "project", "penetration", "start", "theta", "delta",
  "directions", "ends", "solver", "t0", "basis" }

function core.schemes()
  local list = {}
  for i, name in ipairs { "alpha-gamma", "semi-implicit", "linear-implicit",
    "stiff-limit", "paoli", "moreau", "theta", "moreau-jean" } do
    list[i] = { name = name, keys = parameters }
  end
  return list
end

local finish -- what perp's library does with what a scene returns

function core.finish(f)
  finish = f
end

function core.options()
  return { sets = asked.sets, script = asked.script, scheme = asked.scheme }
end

--- Lines are for messages, of which there are none here.
function core.here()
end

--- The text of a function: file, first line, lines, how many arguments it sees.
function core.lines(f)
  local info = type(f) == "function" and debug.getinfo(f, "Su")
  local path = type(f) == "string" and f or info and info.source:match("^@(.*)")
  local file = path and io.open(path)
  local list = {}
  for line in file and file:lines() or function() end do
    list[#list + 1] = line
  end
  local first = info and info.linedefined or 1
  if file then
    file:close()
  end
  return path, first, table.concat(list, "\n", math.max(first, 1),
    info and math.min(info.lastlinedefined, #list) or #list),
    info and not info.isvararg and info.nparams or nil
end

--- perp's replay with numbers finds tests that a symbol cannot answer.
function core.tape(r, roots)
  return { r = r, roots = roots }, true
end

local plain = { add = function(a, b) return a + b end, sub = function(a, b)
  return a - b end, mul = function(a, b) return a * b end, div = function(a, b)
  return a / b end, neg = function(a) return -a end, max = function(a, b) return math.max(a, b) end,
  sqrt = math.sqrt, sin = math.sin, cos = math.cos,
  sel = function(a, b, c) return c >= 0 and a or b end }

function core.eval(t, x)
  local value = {}
  for i, n in ipairs(t.r.list) do
    value[i] = n.op == "input" and x[n.a.id] or n.op == "const" and
      n.x or plain[n.op](value[n.a.id], n.b and value[n.b.id],
      n.c and value[n.c.id])
  end
  local out = {}
  for i, root in ipairs(t.roots) do
    out[i] = value[root.id]
    if out[i] ~= out[i] or math.abs(out[i]) == math.huge then
      return nil
    end
  end
  return out
end

function core.replaying()
  local record = package.loaded["perp.record"]
  return record and record.replaying
end

for _, name in ipairs { "library", "note", "nearest", "figure" } do
  core[name] = function() end
end

function core.columns()
  return {}
end

core.summary = core.columns

--- ## The scene

local library = os.getenv("PERP_LUA")
for _, place in ipairs { "../../lua", "../lua" } do -- source tree, installed
  local init = io.open(here .. place .. "/perp/init.lua")
  library = library or init and here .. place
  if init then
    init:close()
  end
end
if not library then
  ended(6, "perp's own Lua is not found; set PERP_LUA to its directory")
end
local beside = asked.script:match("^(.*/)") or "./"
package.path = library .. "/?.lua;" .. library .. "/?/init.lua;" .. beside .. "?.lua"
package.cpath = ""
package.preload["perp.core"] = function()
  return core
end
print = function() end
local kind_of = type
function type(x) -- in perp a symbol is no table
  return (core.recorderof(x) or core.isratio(x)) and "userdata" or kind_of(x)
end
read(asked.script)
local load_fine, failure = pcall(function()
  local scene = assert(loadfile(asked.script, "t"))
  require "perp"
  local own = setmetatable({}, { __index = math })
  for _, name in ipairs { "sin", "cos", "sqrt", "max", "min", "abs" } do
    own[name] = core[name]
  end
  math = own
  finish(scene())
end)
if not load_fine and failure ~= DONE and not nearest_run then
  ended(3, tostring(failure))
end

--- ## The verdict

local out = io.stdout
if failure ~= DONE then
  out:write("not the statement of this scene")
  out:write(runs > 1 and (", in none of its %d runs"):format(runs) or "", ":\n")
  for i = 1, math.min(#nearest_run.differ, 20) do
    out:write("  ", nearest_run.differ[i], "\n")
  end
  os.exit(1)
end
out:write(("the statement of this scene: SHA-256 %s\n"):format(digest))
out:write(("%d numbers are those of the scene, %d of them as the nearest double\n")
  :format(found.numbers, found.rounded))
out:write(("%d of %d formulas are the same, exactly\n"):format(found.outputs -
  found.sampled, found.outputs))
if found.sampled > 0 then
  out:write(("%d agree at %d points each, to %.2g, within their rounding; this " ..
    "is no proof\n"):format(found.sampled, found.points, found.worst))
end
for _, line in ipairs(found.branches) do
  out:write("branches of where and max that no point took: ", line, "\n")
end
for _, line in ipairs(joined(found.unknown, statement.other)) do
  out:write("not compared: ", line, "\n")
end
out:write("Trusted: lua/perp's shapes and libraries, which both recorders run.\n")
