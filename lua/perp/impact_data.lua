--- # An impact without a scene
--
--- The matrices of one impact come from other programs as JSON:
--
---     {"M": [[...], ...], "Jn": [[...], ...], "Jt": [[...], ...],
---      "mu": [...], "v": [...]}
--
--- They are made into a scene whose gaps are $J_n q$ and whose slips are
--- $J_t v$, at $q = 0$. The derivative of a gap is its row, with no rounding,
--- so what follows is what follows for any scene. A number is never read as a
--- double here: its text goes to perp's own reader of literals, and `"1/3"` is
--- a third.

local core = require "perp.core"
core.library()

local data = {}

--- The first five have to be there.
local known = { "M", "Jn", "Jt", "mu", "v", "contacts", "coordinates", "h",
  "N", "samples" }
local is_known = {}
for _, key in ipairs(known) do
  is_known[key] = true
end

--- ## Reading

--- The text, where in it we are, and what the file is called.
local function reader(text, name)
  return { text = text, at = 1, name = name }
end

local function fail(r, at, message)
  local _, lines = r.text:sub(1, at - 1):gsub("\n", "")
  core.fail(message, 3, ("%s:%d"):format(r.name, lines + 1))
end

--- What stands there, for a message.
local function shown(r)
  if r.at > #r.text then
    return "the end of the file"
  end
  return ("'%s'"):format(r.text:match("^[%w_.+-]+", r.at) or
    r.text:match("^[%g ]", r.at) or "a byte that is no text"):sub(1, 40)
end

local function blank(r)
  r.at = r.text:find("[^ \t\r\n]", r.at) or #r.text + 1
  return r.text:sub(r.at, r.at)
end

local function take(r, mark, where)
  if blank(r) ~= mark then
    fail(r, r.at, ("%s: '%s' is wanted, not %s"):format(where, mark, shown(r)))
  end
  r.at = r.at + 1
end

--- A text. Escapes would only stand in names, and names here are plain.
local function quoted(r, where)
  take(r, '"', where)
  local inside, stop = r.text:match('^([^"\\\r\n]*)"()', r.at)
  if not inside then
    fail(r, r.at, where .. ": the text does not end on its line, or has a " ..
      "backslash; write a plain \"...\"")
  end
  r.at = stop
  return inside
end

local value

--- `open` begins a list or an object of what `one` reads.
local function many(r, open, close, where, one)
  local n = 0
  take(r, open, where)
  while blank(r) ~= close or n > 0 do
    n = n + 1
    one(n)
    if blank(r) == close then
      break
    end
    take(r, ",", where)
  end
  r.at = r.at + 1
end

--- A number or a text is a leaf, { text, at }; a list has its place, too.
local function leaf(r, where)
  local at, text = r.at, nil
  if blank(r) == '"' then
    text = quoted(r, where)
  else
    text = r.text:match("^[%w_.+-]+", r.at)
    if not text or not text:find("^-?%d") then
      fail(r, r.at, ("%s: a number or a list is wanted, not %s"):format(where,
        shown(r)))
    end
    r.at = r.at + #text
  end
  return { text = text, at = at }
end

function value(r, where, depth)
  if blank(r) ~= "[" then
    return leaf(r, where)
  elseif depth == 0 then
    fail(r, r.at, where .. ": a list too deep; a matrix is a list of rows")
  end
  local out = { at = r.at }
  many(r, "[", "]", where, function(i)
    out[i] = value(r, ("%s, entry %d"):format(where, i), depth - 1)
  end)
  return out
end

--- ## Shapes

local function number(r, x, where)
  if not x.text then
    fail(r, x.at, where .. ": a number is wanted, not a list")
  end
  local text = x.text:gsub("([eE])%+", "%1")
  local fine, why = core.literal(text)
  if fine == nil then
    fail(r, x.at, ("%s: %s; write a decimal, or a fraction as \"1/3\"")
      :format(where, why))
  end
  return core.ratio(text)
end

local function vector(r, x, n, where)
  if x.text then
    x = { x, at = x.at } -- MATLAB writes a list of one number as the number
  end
  if n and #x ~= n then
    fail(r, x.at, ("%s: %d numbers are wanted, not %d"):format(where, n, #x))
  end
  local out = {}
  for i, entry in ipairs(x) do
    out[i] = number(r, entry, ("%s, entry %d"):format(where, i))
  end
  return out
end

--- Rows of n numbers; `count` of them, or any. MATLAB writes a matrix of one
--- row, and one of one column, as a list of numbers.
local function rows(r, x, count, n, where)
  local flat = x.text or #x > 0 and x[1].text
  local list = x
  if flat and n == 1 and not x.text then
    list = {}
    for i, entry in ipairs(x) do
      list[i] = { entry, at = entry.at }
    end
  elseif flat then
    list = { x }
  end
  if count and #list ~= count then
    fail(r, x.at, ("%s: %d rows are wanted, not %d"):format(where, count,
      #list))
  end
  local out = {}
  for i, row in ipairs(list) do
    out[i] = vector(r, row, n, ("%s, row %d"):format(where, i))
  end
  return out
end

local function said(x)
  return (tostring(x):gsub("%.0$", ""))
end

--- M is symmetric to the last digit: a product that is not so by rounding is
--- mended by who wrote it, and not guessed at.
local function symmetric(r, x, M)
  for i = 1, #M do
    for j = 1, i - 1 do
      if not (M[i][j] == M[j][i]) then
        fail(r, x.at, ("M: row %d, entry %d is %s, and row %d, entry %d is " ..
          "%s; write (M + M') / 2"):format(i, j, said(M[i][j]), j, i,
          said(M[j][i])))
      end
    end
  end
end

local function some(row)
  for _, x in ipairs(row) do
    if not (x == 0) then
      return true
    end
  end
end

--- Lists of rows for each contact, when one has several slips or none: a row in
--- the place of which a list of rows stands.
local function slips(r, x, p, n)
  local out = {}
  local deep = #x > 0 and not x[1].text and (#x[1] == 0 or not x[1][1].text)
  if deep and #x ~= p then
    fail(r, x.at, ("Jt: a list of rows for each of the %d contacts is " ..
      "wanted, not %d lists"):format(p, #x))
  elseif deep then
    for j, list in ipairs(x) do
      out[j] = #list > 0 and rows(r, list, nil, n,
        ("Jt, contact %d"):format(j)) or {}
    end
    return out
  end
  for j, row in ipairs(rows(r, x, p, n, "Jt")) do
    out[j] = { row }
  end
  return out
end

local function names(r, x, n, key, default)
  local out, seen = {}, {}
  for i = 1, x and 0 or n do
    out[i] = default(i)
  end
  if x and (x.text or #x ~= n) then
    fail(r, x.at, ("%s: a list of %d names is wanted"):format(key, n))
  end
  for i, entry in ipairs(x or {}) do
    local name = entry.text
    if not name or not name:find("^[%a_][%w_]*$") or seen[name] then
      fail(r, entry.at, ("%s, entry %d: a name of letters, digits and _ is " ..
        "wanted that no other has"):format(key, i))
    end
    out[i], seen[name] = name, true
  end
  return out
end

--- ## From a text to numbers

local function entries(r)
  local x = {}
  many(r, "{", "}", "the data", function()
    blank(r)
    local at, key = r.at, quoted(r, "a key of the data")
    if not is_known[key] then
      local near = core.nearest(key, known)
      fail(r, at, ("unknown key '%s' (%s)"):format(key:sub(1, 40), near and
        "did you mean '" .. near .. "'?" or "known are " ..
        table.concat(known, ", ")))
    elseif x[key] then
      fail(r, at, ("'%s' occurs twice"):format(key))
    end
    take(r, ":", key)
    x[key] = value(r, key, 3)
  end)
  if blank(r) ~= "" then
    fail(r, r.at, ("the data have ended; %s is behind them"):format(shown(r)))
  end
  return x
end

--- M, Jn, mu, v as ratios, Jt as a list of rows for each contact.
function data.read(text, name)
  local r = reader(text, name)
  local x = entries(r)
  for i = 1, 5 do
    if not x[known[i]] then
      fail(r, 1, ("'%s' is missing; an impact has M, Jn, Jt, mu and v")
        :format(known[i]))
    end
  end
  local out = { v = vector(r, x.v, nil, "v") }
  local n = #out.v
  if n == 0 then
    fail(r, x.v.at, "v: no number; an impact has a velocity")
  end
  out.M = rows(r, x.M, n, n, "M")
  symmetric(r, x.M, out.M)
  out.Jn = rows(r, x.Jn, nil, n, "Jn")
  for j, row in ipairs(out.Jn) do
    if not some(row) then
      fail(r, x.Jn.at, ("Jn, row %d: only zeros; a contact has a normal")
        :format(j))
    end
  end
  out.mu = vector(r, x.mu, #out.Jn, "mu")
  out.Jt = slips(r, x.Jt, #out.Jn, n)
  for j, mu in ipairs(out.mu) do
    if mu < 0 then
      fail(r, x.mu.at, ("mu, entry %d: %s is negative"):format(j,
        said(mu)))
    end
  end
  out.contacts = names(r, x.contacts, #out.Jn, "contacts", function(j)
    return #out.Jn > 26 and "c" .. j or string.char(64 + j)
  end)
  out.coordinates = names(r, x.coordinates, n, "coordinates", function(i)
    return "q" .. i
  end)
  for _, key in ipairs { "h", "N", "samples" } do
    out[key] = x[key] and number(r, x[key], key)
  end
  return out
end

--- ## The scene

local function sum(row, x)
  local out = 0
  for i, a in ipairs(row) do
    if not (a == 0) then
      out = out + a * x[i]
    end
  end
  return out
end

--- h and T of a run have no meaning for an impact.
function data.scene(text)
  local perp = require "perp"
  local file = core.options().script
  local x = data.read(text, file)
  local zero = {}
  for i = 1, #x.v do
    zero[i] = 0
  end
  return { name = file == "-" and "impact" or nil, h = 1, T = 1, q = zero,
    v = x.v, impact = x.h and { h = x.h, N = x.N, samples = x.samples },
    system = perp.system { coordinates = x.coordinates,
      mass = function() return x.M end,
      contacts = function(q, v)
        local list = {}
        for j, row in ipairs(x.Jn) do
          local own = {}
          for k, slip in ipairs(x.Jt[j]) do
            own[k] = sum(slip, v)
          end
          list[j] = { name = x.contacts[j], gap = sum(row, q), slips = own,
            mu = x.mu[j] }
        end
        return list
      end } }
end

return data
