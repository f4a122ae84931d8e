--- # perp.core, once more: symbols, and what lua/perp asks of its core
---
--- front.lua runs a scene with perp's own libraries of shapes (lua/perp) on this
--- stand-in for the C module that they call. A symbol is a node of a graph; equal
--- nodes are one table. Nothing is folded but what a derivative multiplies by 0
--- and 1, so that what is compared is what was written.

local number = require "number"
local core = {}
local node, ratio, recorder = {}, {}, {}
node.__name, ratio.__name = "symbol", "ratio"

local function is(x, type_)
  return getmetatable(x) == type_
end

function core.fail(message, _, where)
  error((where and where .. ": " or "") .. message, 0)
end

--- ## Numbers: a ratio that is a double becomes a plain number

local function exact(x)
  if is(x, ratio) then
    return x.q
  elseif type(x) == "string" then
    return number.literal(x) or core.fail("no number: " .. x)
  elseif type(x) ~= "number" or x ~= x or math.abs(x) == math.huge then
    core.fail("a number is wanted, got " .. tostring(x))
  end
  return number.exact(x)
end

local function settled(q)
  local x = number.double(q)
  if math.abs(x) < math.huge and number.exact(x) == q then
    return x
  end
  return setmetatable({ q = q }, ratio)
end

function core.ratio(p, q)
  if q and exact(q).s == 0 then
    core.fail("division of a ratio by zero")
  end
  return settled(q and exact(p) / exact(q) or exact(p))
end

function core.number(x)
  return type(x) == "number" and x + 0.0 or number.double(exact(x))
end

function core.isratio(x)
  return is(x, ratio)
end

function core.literal(text)
  local q = number.literal(text)
  if not q and not tonumber(text) then
    return nil, "no number"
  end
  return text:find("/") and settled(q) or q and number.double(q) or
    tonumber(text) + 0.0
end

core.exact = exact

--- ## Nodes

local function made(r, op, a, b, c)
  local key = op .. ":" .. (a.id or tostring(a)) .. (b and ":" .. b.id or "") ..
    (c and ":" .. c.id or "")
  local n = r.known[key]
  if not n then
    r.count = r.count + 1
    n = setmetatable({ r = r, op = op, a = a, b = b, c = c, id = r.count }, node)
    r.known[key], r.list[r.count] = n, n
  end
  return n
end

local function constant(r, x)
  local seen = r.constants[x] -- a table's own key is its address: no clash
  if not seen then
    local q = exact(x)
    seen = made(r, "const", { id = tostring(q) })
    rawset(seen, "q", q)
    rawset(seen, "x", number.double(q))
    r.constants[x] = seen
  end
  return seen
end

local function symbol(r, x)
  if is(x, node) then
    return x.r == r and x or core.fail("symbols of two systems meet")
  end
  return constant(r, x)
end

local function apply(op, ...)
  local list, r = { ... }, nil
  for i = 1, 3 do
    r = r or is(list[i], node) and list[i].r
  end
  for i, x in ipairs(list) do
    list[i] = symbol(r, x)
  end
  return made(r, op, table.unpack(list))
end

function core.recorder(names)
  return setmetatable({ inputs = #names, known = {}, list = {}, count = 0,
    constants = {} },
    recorder)
end

function core.input(r, i)
  return made(r, "input", { id = i })
end

function core.recorderof(x)
  return is(x, node) and x.r or nil
end

for event, op in pairs { __add = "add", __sub = "sub", __mul = "mul",
  __div = "div" } do
  node[event] = function(a, b)
    return apply(op, a, b)
  end
  ratio[event] = function(a, b)
    if is(a, node) or is(b, node) then
      return apply(op, a, b)
    end
    a, b = exact(a), exact(b)
    return settled(op == "add" and a + b or op == "sub" and a - b or
      op == "mul" and a * b or a / b)
  end
end

local function power(a, n)
  n = math.tointeger(n) or core.fail("an exponent is whole")
  local out = 1
  for _ = 1, math.abs(n) do
    out = out == 1 and a or out * a
  end
  return n < 0 and 1 / out or out
end

node.__pow, ratio.__pow = power, power

function node.__unm(a)
  return apply("neg", a)
end

function ratio.__unm(a)
  return settled(-a.q)
end

local function refused()
  core.fail("what has no value yet is compared, indexed or has a length")
end

for _, event in ipairs { "__lt", "__le", "__idiv", "__mod", "__concat", "__len",
  "__newindex" } do
  node[event] = refused
end

function ratio.__lt(a, b)
  return exact(a) < exact(b)
end

function ratio.__le(a, b)
  return not (exact(b) < exact(a))
end

function ratio.__eq(a, b)
  return is(a, ratio) and is(b, ratio) and a.q == b.q
end

--- ## Functions of numbers and symbols

local math = { sin = math.sin, cos = math.cos, sqrt = math.sqrt,
  abs = math.abs, huge = math.huge, tointeger = math.tointeger }

local function circular(op, which)
  core[op] = function(x)
    if is(x, node) then
      return apply(op, x)
    elseif core.replaying() then -- compared with a tolerance
      return math[op](core.number(x))
    end
    return (select(which, number.sincos(core.number(x))))
  end
end

circular("sin", 1)
circular("cos", 2)

--- The root of a ratio of squares is a ratio.
function core.sqrt(x)
  if is(x, node) then
    return apply("sqrt", x)
  end
  local root = math.sqrt(core.number(x))
  return is(x, ratio) and settled(number.root(x.q) or number.exact(root)) or root
end

local function larger(a, b)
  if is(a, node) or is(b, node) then
    return apply("max", a, b)
  end
  return b <= a and a or b
end

function core.max(a, ...)
  for _, b in ipairs { ... } do
    a = larger(a, b)
  end
  return a
end

function core.min(a, ...)
  for _, b in ipairs { ... } do
    if is(a, node) or is(b, node) then
      a = -larger(-a, -b)
    else
      a = a <= b and a or b
    end
  end
  return a
end

function core.abs(x)
  return larger(x, -x)
end

function core.where(c, a, b)
  if is(c, node) then
    return apply("sel", a, b, c)
  end
  return core.number(c) >= 0 and a or b
end

--- ## Derivatives, forward: D(node) in a direction {input: node or number}

local function plus(a, b)
  return a == 0 and b or b == 0 and a or a + b
end

local function times(a, b)
  return (a == 0 or b == 0) and 0 or a == 1 and b or b == 1 and a or a * b
end

local function derived(n, along, memo)
  if memo[n] then
    return memo[n]
  end
  local function D(x)
    return derived(x, along, memo)
  end
  local op, a, b, d = n.op, n.a, n.b, 0
  if op == "input" then
    d = along[a.id] or 0
  elseif op == "add" or op == "sub" then
    d = plus(D(a), op == "add" and D(b) or times(-1, D(b)))
  elseif op == "mul" then
    d = plus(times(D(a), b), times(a, D(b)))
  elseif op == "div" then
    local top = plus(D(a), times(-1, times(n, D(b))))
    d = top == 0 and 0 or top / b
  elseif op == "neg" then
    d = times(-1, D(a))
  elseif op == "sqrt" then
    local top = D(a)
    d = top == 0 and 0 or top / (2 * n)
  elseif op == "sin" or op == "cos" then
    d = times(op == "sin" and core.cos(a) or -core.sin(a), D(a))
  elseif op == "max" then
    local x, y = D(a), D(b)
    d = (x ~= 0 or y ~= 0) and core.where(a - b, x, y) or 0
  elseif op == "sel" then
    local x, y = D(a), D(b)
    d = (x ~= 0 or y ~= 0) and core.where(n.c, x, y) or 0
  end
  memo[n] = d
  return d
end

function core.tangent(r, list, variables, direction)
  local along, memo, out = {}, {}, {}
  for i, v in ipairs(variables) do
    along[v.a.id] = direction[i]
  end
  for i, x in ipairs(list) do
    out[i] = symbol(r, derived(symbol(r, x), along, memo))
  end
  return out
end

function core.grad(r, x, list)
  local out = {}
  for i, v in ipairs(list) do
    out[i] = core.tangent(r, { x }, { v }, { 1 })[1]
  end
  return out
end

function core.depends(r, x, list)
  for _, d in ipairs(core.grad(r, x, list)) do
    if not (d.op == "const" and d.q.s == 0) then
      return true
    end
  end
  return false
end

core.symbol = symbol

return core
