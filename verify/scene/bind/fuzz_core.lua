-- Calls every function of perp.core, and every metamethod that can be reached, with
-- anything: numbers at the edges, texts, tables, what earlier calls gave, and forms
-- that are whole but for one or two entries. Nothing is expected of the answers; the
-- process has to live. With log=1 each call is printed before it is made.
local perp = require "perp"
local core = require "perp.core"
local seed = perp.param("seed", 1, "of the calls")
local calls = perp.param("calls", 400, "how many")
local log = perp.param("log", 0, "1: print each call") == 1
local choices = perp.param("choices", "", "bytes, two of a-p each, before the seed's")
local drawn = -1 -- of them; less than 0: there are none
if choices ~= "" then
  drawn, calls = 0, 200
end

local function random(n)
  if drawn >= 0 and drawn + 2 <= #choices then
    local high, low = choices:byte(drawn + 1, drawn + 2)
    drawn = drawn + 2
    return ((high - 97) * 16 + low - 97) % n + 1
  end
  seed = (seed * 6364136223846793005 + 1442695040888963407) & math.maxinteger
  return (seed >> 33) % n + 1
end
local function of(list)
  return list[random(#list)]
end
seed = math.tointeger(seed)

local words, metamethods = {}, {}
for word in pairs(core) do
  words[#words + 1] = word
end
table.sort(words)

local edges = { 0, 1, 2, 3, -1, 0.5, 1e300, 5e-324, -0.0, 1 / 0, 0 / 0,
  math.maxinteger, math.mininteger, 1 << 31, 1 << 32, "", "x", "a.b", "1/3",
  "../../up", "<svg/>", "all", "alpha-gamma", "paoli", "theta", true, false, core,
  "moreau-jean", "linearly-implicit", ("x"):rep(3000), "\0", "\255", perp,
  function() end, error, print, coroutine.create(print), {}, { 1 }, { {} },
  { "x", "y" }, setmetatable({}, { __index = function(_, k) return k end }),
  setmetatable({}, { __index = error, __len = function() return 1e9 end,
    __tostring = function() return 1 end, __metatable = 1 }) }
local schemes = {}
for i, scheme in ipairs(core.schemes()) do
  schemes[i] = scheme.name
end
schemes[#schemes + 1] = "moreau"
local made = {} -- what calls gave

local function any()
  if #made > 0 and random(2) == 1 then
    return of(made)
  end
  return of(edges)
end

-- Whole forms, fresh each time: a system of one or two coordinates, and its run.
local function recorder(n)
  local names = {}
  for i = 1, n do
    names[i] = "x" .. i
  end
  return core.recorder(names)
end

local function side(coords, index)
  return core.side(coords, 0, { index }, {}, 1)
end

local forms = {}
function forms.kind()
  local r = recorder(4)
  return { recorder = r, name = "k", coordsA = 1, coordsB = 1, velsA = 1,
    velsB = 1, paramsA = 0, paramsB = 0,
    gap = core.input(r, 1) - core.input(r, 2), slips = { core.input(r, 3) } }
end
function forms.system()
  local r = recorder(5)
  local x, y = core.input(r, 1), core.input(r, 2)
  local p = core.product(core.kind(forms.kind()), side(1, 2), side(1, 0), "all")
  return { recorder = r, q = { "x", "y" }, v = { "x", "y" },
    M = { 1, 0, 0, 1 }, k = { 0, -9 }, joints = {}, theta = {},
    contacts = { { name = "c", gap = y, slips = { core.input(r, 3) }, mu = 1 } },
    bindings = { { pairs = p, names = { "p" }, mu = 0 } }, springs = {},
    measures = { "m" }, measured = { x } }
end
function forms.run()
  return { system = core.system(forms.system()), name = "r" .. random(1000000),
    scheme = of(schemes),
    alpha = 1, gamma = 1, h = 0.5, T = 2, tolerance = 0, e = 0, theta = 0,
    penetration = 1, q = { 0, 0 }, v = { 1, -1 }, directions = 0,
    impact = of { { law = random(4) - 1, h = 1, N = 5, samples = 4, seed = 0,
      tolerance = 0, impacts = 9, order = { 2 } }, false } or nil }
end

-- Of a recorder: its inputs and what is made of them, some of another's.
local function graph(n)
  local r = recorder(n)
  local list = {}
  for i = 1, n do
    list[i] = core.input(r, i)
  end
  for _ = 1, random(4) do
    local f = of { core.sin, core.cos, core.abs, core.sqrt, core.max, core.min }
    list[#list + 1] = f(of(list), of(list))
    list[#list + 1] = of(list) * of(list) - of(list) / 3
  end
  return r, list
end
function forms.grad()
  local r, list = graph(2)
  return { random(3) == 1 and recorder(2) or r, of(list), list, 1, 2 }
end
function forms.tape()
  local r, list = graph(3)
  return { r, list, { of(list) }, { 0.5, -1, 2 }, #list, 3 }
end

-- One or two entries, at any depth, become anything or nothing.
local function spoilt(form)
  for _ = 1, random(3) - 1 do
    local t = form
    while true do
      local keys = {}
      for key in pairs(t) do
        keys[#keys + 1] = key
      end
      if #keys == 0 then
        break
      end
      table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
      local key = of(keys)
      if type(t[key]) == "table" and random(2) == 1 then
        t = t[key]
      else
        t[key] = random(4) > 1 and any() or nil
        break
      end
    end
  end
  return form
end

local function keep(fine, ...)
  for i = 1, fine and select("#", ...) or 0 do
    local x = select(i, ...)
    local kind = type(x)
    if kind == "userdata" or kind == "table" or random(4) == 1 then
      made[#made < 60 and #made + 1 or random(60)] = x
    end
    local meta = kind == "userdata" and getmetatable(x)
    if type(meta) == "table" then
      for event, f in pairs(meta) do
        metamethods[#metamethods + 1] = f
        made[#made + 1] = event
      end
    end
  end
end

local operators = {
  function(a, b) return a + b end, function(a, b) return a - b end,
  function(a, b) return a * b end, function(a, b) return a / b end,
  function(a, b) return a ^ b end, function(a, b) return a // b end,
  function(a, b) return a % b end, function(a, b) return a .. b end,
  function(a, b) return a < b end, function(a, b) return a <= b end,
  function(a, b) return a == b end, function(a) return -a end,
  function(a) return #a end, function(a, b) return a[b] end,
  function(a, b) a[b] = b end, function(a, b) return a(b) end,
  function(a) return ~a end, function(a) return tostring(a) end,
  function(a) for x in pairs(a) do return x end end,
  function(a) error(a) end,
  function(a) error(setmetatable({ message = a, code = a }, { __metatable = a,
    perp_failure = a, __tostring = a, __index = a })) end,
  function(a, b) return setmetatable(a, b) end,
  function(a) return getmetatable(a).__add(a, a) end,
  function(a) return getmetatable(a).__gc(a) end,
  function(a, b) -- both are used again when they are gone
    setmetatable({}, { __gc = function()
      pcall(function() return a + b end)
      pcall(of(words), a, b)
      pcall(core.eval, a, b)
      pcall(tostring, a)
    end })
  end,
  function() collectgarbage() end,
  function(a, b) return coroutine.wrap(function() return core.max(a, b) end)() end,
}

local function call(number, what, f, ...)
  if log then
    local text = {}
    for i = 1, select("#", ...) do
      local fine, shown = pcall(tostring, (select(i, ...)))
      text[i] = fine and shown or "?"
    end
    print(number .. " " .. what .. "(" .. table.concat(text, ", ") .. ")")
  end
  keep(pcall(f, ...))
end

for number = 1, calls do
  if drawn >= 0 and drawn + 2 > #choices then
    break
  end
  local way = random(12)
  if way > 10 then
    local words = spoilt(of { forms.grad, forms.tape }())
    local from = random(2)
    local word = of { "grad", "tape", "eval", "depends", "tangent", "recorderof" }
    call(number, "graph " .. word, core[word], table.unpack(words, from, 6))
  elseif way <= 4 then
    local word = of(words)
    call(number, word, core[word], table.unpack({ any(), any(), any(), any(),
      any(), any() }, 1, random(7) - 1))
  elseif way <= 7 then
    local word = of { "kind", "system", "run", "run" }
    call(number, "spoilt " .. word, core[word], spoilt(forms[word]()))
  elseif way <= 9 or #metamethods == 0 then
    local k = random(#operators)
    call(number, "operator " .. k, operators[k], any(), any())
  else
    call(number, "metamethod", of(metamethods), any(), any(), any())
  end
end

return { system = perp.system { coordinates = { "x" },
    mass = function() return { { 1 } } end,
    force = function() return { 0 } end },
  h = 1, T = 1, q = { 0 }, v = { 0 }, name = "last" }
