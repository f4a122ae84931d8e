--- # When are two formulas the same?
---
--- Two ways, and `form.compare` says which one held.
---
--- **Exactly.** A formula is written as a polynomial with fractions for
--- coefficients in its inputs and in *atoms*: the sine, cosine, root, reciprocal of
--- a polynomial, max of two, sel of three. Products are multiplied out. Two
--- formulas with one polynomial have one value wherever both have a value,
--- whatever branch is taken. That they have different polynomials says nothing:
--- sin^2 + cos^2 is not known to be 1.
---
--- **At points.** Both are evaluated in doubles with a bound of all rounding errors,
--- at points that the statement's digest draws. They agree when the values are
--- nowhere farther apart than twice both bounds; that is no proof. A branch of a
--- sel or max that no point has taken is named.

local number = require "number"
local form = {}

local MOST_TERMS, POINTS, DRAWS = 1000, 100, 4000
local numbers, ids = {}, 0 -- of atoms and keys

local function id(text)
  if not numbers[text] then
    ids = ids + 1
    numbers[text] = ids
  end
  return numbers[text]
end

--- ## Polynomials: {monomial: fraction}, a monomial its atoms, ascending, "3,3,7"

local parts = { [""] = {} }

local function split(m)
  if not parts[m] then
    parts[m] = {}
    for x in m:gmatch("%d+") do
      table.insert(parts[m], math.tointeger(tonumber(x)))
    end
  end
  return parts[m]
end

local function monomial(a, b)
  local list = table.move(split(a), 1, #split(a), 1, {})
  table.move(split(b), 1, #split(b), #list + 1, list)
  table.sort(list)
  return table.concat(list, ",")
end

local function put(p, m, q)
  local sum = p[m] and p[m] + q or q
  p[m] = sum.s ~= 0 and sum or nil
end

local function sorted(p)
  local list = {}
  for m in pairs(p) do
    list[#list + 1] = m
  end
  table.sort(list)
  if #list > MOST_TERMS then
    error(form, 0)
  end
  return list
end

local function constant(q)
  return q.s ~= 0 and { [""] = q } or {}
end

local function value(p) -- of a constant, else nil
  local list = sorted(p)
  return #list == 0 and number.zero or #list == 1 and p[""] or nil
end

local function product(p, q)
  local out = {}
  for m, a in pairs(p) do
    for k, b in pairs(q) do
      put(out, monomial(m, k), a * b)
    end
  end
  sorted(out)
  return out
end

local function sum(p, q, sign)
  local out = {}
  for m, a in pairs(p) do
    out[m] = a
  end
  for m, b in pairs(q) do
    put(out, m, sign * b)
  end
  sorted(out)
  return out
end

local function key(p)
  local list = sorted(p)
  for i, m in ipairs(list) do
    list[i] = m .. "=" .. tostring(p[m])
  end
  return id(table.concat(list, ";"))
end

local function atom(text)
  return { [tostring(id(text))] = number.one }
end

local minus = -number.one

--- p over its first coefficient, and that; of zero nothing.
local function leading(p)
  local first = p[sorted(p)[1]]
  return product(p, constant(number.one / first)), first
end

local function circular(op, p)
  local list = sorted(p)
  if not list[1] then
    return constant(op == "cos" and number.one or number.zero)
  elseif p[list[1]].s > 0 then
    return atom(op .. key(p))
  end
  p = product(p, constant(minus))
  local out = atom(op .. key(p))
  return op == "sin" and product(out, constant(minus)) or out
end

local polynomial

local function write(n, memo)
  local op = n.op
  if op == "input" then
    return atom("input" .. n.a.id)
  elseif op == "const" then
    return constant(n.q)
  end
  local a = polynomial(n.a, memo)
  local b, c = n.b and polynomial(n.b, memo), n.c and polynomial(n.c, memo)
  if op == "add" or op == "sub" then
    return sum(a, b, op == "add" and number.one or minus)
  elseif op == "neg" then
    return product(a, constant(minus))
  elseif op == "mul" then
    return product(a, b)
  elseif op == "div" then
    if value(b) and value(b).s == 0 then
      return product(a, atom("inv0"))
    end
    local p, first = leading(b)
    return product(product(a, constant(number.one / first)),
      value(p) and constant(number.one) or atom("inv" .. key(p)))
  elseif op == "sin" or op == "cos" then
    return circular(op, a)
  elseif op == "sqrt" then
    return value(a) and number.root(value(a)) and
      constant(number.root(value(a))) or atom("sqrt" .. key(a))
  elseif op == "max" then
    local i, k = key(a), key(b)
    return i == k and a or atom(("max%d,%d"):format(math.min(i, k),
      math.max(i, k)))
  end
  return value(c) and (value(c).s >= 0 and a or b) or key(a) == key(b) and a or
    atom(("sel%d,%d,%d"):format(key(a), key(b), key(c)))
end

function polynomial(n, memo)
  memo[n] = memo[n] or write(n, memo)
  return memo[n]
end

--- ## Values with bounds; nil: none, or a branch that rounding cannot decide
---
--- At every other point branches are not taken by their condition but by lot, the
--- same for all conditions that are one polynomial: so a branch is compared that
--- no point drawn would take.

local UNIT = 2.0 ^ -52

--- The lot of this condition at this point, 1 or 2; nil: by its value.
local function lot(n, at)
  if not at.lots then
    return nil
  end
  local fine, name, turned = pcall(function()
    if n.op == "sel" then
      return key(polynomial(n.c, at.polynomials)), false
    end
    local i, k = key(polynomial(n.a, at.polynomials)),
      key(polynomial(n.b, at.polynomials))
    return math.min(i, k) .. "," .. math.max(i, k), i > k
  end)
  if not fine then
    return nil
  end
  at.lots[name] = at.lots[name] or at.draw() > 0
  return at.lots[name] ~= turned and 1 or 2
end

local function evaluated(n, at)
  local memo, taken = at.values, at.taken
  if memo[n] then
    return memo[n][1], memo[n][2]
  end
  local op, r, e = n.op, nil, 0.0
  local side = (op == "max" or op == "sel") and lot(n, at)
  if op == "input" then
    r = at.x[n.a.id]
  elseif op == "const" then
    r = number.double(n.q)
  elseif side then
    r, e = evaluated(side == 1 and n.a or n.b, at)
    taken[n] = taken[n] | side
  else
    local a, ea = evaluated(n.a, at)
    local b, eb, c, ec = nil, 0.0, nil, 0.0
    if a and n.b then
      b, eb = evaluated(n.b, at)
    end
    if b and n.c then
      c, ec = evaluated(n.c, at)
    end
    if not a or n.b and not b or n.c and not c then
      return nil
    elseif op == "add" or op == "sub" then
      r, e = op == "add" and a + b or a - b, ea + eb
    elseif op == "mul" then
      r, e = a * b, math.abs(a) * eb + math.abs(b) * ea + ea * eb
    elseif op == "div" and math.abs(b) > 2 * eb then
      r, e = a / b, 2 * (ea + math.abs(a / b) * eb) / math.abs(b)
    elseif op == "neg" then
      r, e = -a, ea
    elseif op == "sqrt" and a > 2 * ea then
      r, e = math.sqrt(a), ea / math.sqrt(a)
    elseif op == "sin" or op == "cos" then
      r, e = form.math[op](a), ea + UNIT
    elseif op == "max" then
      r, e = math.max(a, b), math.max(ea, eb)
      taken[n] = taken[n] | (a > b and 1 or 2)
    elseif op == "sel" and math.abs(c) > ec then
      r, e = c >= 0 and a or b, c >= 0 and ea or eb
      taken[n] = taken[n] | (c >= 0 and 1 or 2)
    end
  end
  if not r or r ~= r or math.abs(r) == math.huge then
    return nil
  end
  memo[n] = { r, e + math.abs(r) * UNIT }
  return r, memo[n][2]
end

local function branches(n, taken, seen)
  if seen[n] then
    return
  end
  seen[n] = true
  if n.op == "max" or n.op == "sel" then
    taken[n] = 0
  end
  for _, a in ipairs { n.a, n.b, n.c } do
    if a.op then
      branches(a, taken, seen)
    end
  end
end

local function missing(taken)
  local count = 0
  for _, sides in pairs(taken) do
    count = count + (sides ~= 3 and 1 or 0)
  end
  return count
end

local function at_points(mine, theirs, inputs, draw, memo)
  local taken, points, worst = {}, 0, 0.0
  branches(mine, taken, {})
  branches(theirs, taken, {})
  for k = 1, DRAWS do
    local at = { x = {}, values = {}, taken = taken, polynomials = memo,
      draw = draw, lots = k % 2 == 0 and {} or nil }
    for i = 1, inputs do
      at.x[i] = draw()
    end
    local a, ea = evaluated(mine, at)
    local b, eb = evaluated(theirs, at)
    if a and b then
      points = points + 1
      worst = math.max(worst, math.abs(a - b))
      if math.abs(a - b) > 2 * (ea + eb) then
        return ("%.17g in the scene, %.17g in the statement"):format(a, b)
      end
    end
    if points >= POINTS and missing(taken) == 0 then
      break
    end
  end
  return points < POINTS and ("of %d points only %d have a value in both")
    :format(DRAWS, points) or nil, { points, worst, missing(taken) }
end

--- nil: the polynomials are one; a table: points, largest difference, branches
--- of sel and max that no point took; a text: what is different. memo: of
--- polynomials, one for each side and tape.
function form.compare(mine, theirs, inputs, draw, memo)
  local fine, p, q = pcall(function()
    return key(polynomial(mine, memo)), key(polynomial(theirs, memo))
  end)
  if not fine and p ~= form then
    error(p, 0)
  elseif fine and p == q then
    return nil
  end
  local why, held = at_points(mine, theirs, inputs, draw, memo)
  return why or held
end

return form
