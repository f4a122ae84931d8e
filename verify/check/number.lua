--- # Numbers for front.lua: whole numbers of any size, fractions, sine, SHA-256
---
--- Lua has 64 bits; a statement has fractions of more. A whole number here is a
--- list of digits to the base 2^24, the lowest first, never negative; the product
--- of two digits and all carries fit in 64 bits. A fraction is {s, n, d}: a sign
--- -1, 0, 1, two whole numbers without a common factor, d > 0.

local number = {}
local BITS, MASK = 24, (1 << 24) - 1

local function trim(a)
  while a[1] and a[#a] == 0 do
    a[#a] = nil
  end
  return a
end

local function whole(n)
  local a = {}
  while n > 0 do
    a[#a + 1], n = n & MASK, n >> BITS
  end
  return a
end

local function hexadecimal(text)
  local a = {}
  for at = #text, 1, -6 do
    a[#a + 1] = tonumber(text:sub(math.max(1, at - 5), at), 16)
  end
  return trim(a)
end

local function spelt(a)
  local out = { a[1] and ("%x"):format(a[#a]) or "0" }
  for i = #a - 1, 1, -1 do
    out[#out + 1] = ("%06x"):format(a[i])
  end
  return table.concat(out)
end

local function compare(a, b)
  if #a ~= #b then
    return #a < #b and -1 or 1
  end
  for i = #a, 1, -1 do
    if a[i] ~= b[i] then
      return a[i] < b[i] and -1 or 1
    end
  end
  return 0
end

local function plus(a, b)
  local out, carry = {}, 0
  for i = 1, math.max(#a, #b) do
    carry = carry + (a[i] or 0) + (b[i] or 0)
    out[i], carry = carry & MASK, carry >> BITS
  end
  out[#out + 1] = carry > 0 and carry or nil
  return out
end

local function minus(a, b) -- a >= b
  local out, borrow = {}, 0
  for i = 1, #a do
    local x = a[i] - (b[i] or 0) - borrow
    borrow = x < 0 and 1 or 0
    out[i] = x & MASK
  end
  return trim(out)
end

local function times(a, b)
  local out = {}
  for i = 1, #a + #b do
    out[i] = 0
  end
  for i = 1, #a do
    local carry = 0
    for j = 1, #b do
      carry = carry + out[i + j - 1] + a[i] * b[j]
      out[i + j - 1], carry = carry & MASK, carry >> BITS
    end
    out[i + #b] = carry
  end
  return trim(out)
end

local function bits(a)
  local n, top = BITS * (#a - 1), a[#a]
  while top and top > 0 do
    n, top = n + 1, top >> 1
  end
  return math.max(n, 0)
end

local function up(a, n) -- a 2^n
  local out, carry = {}, 0
  for i = 1, n // BITS do
    out[i] = 0
  end
  for i = 1, #a do
    carry = carry | a[i] << n % BITS
    out[#out + 1], carry = carry & MASK, carry >> BITS
  end
  out[#out + 1] = carry
  return trim(out)
end

local function down(a, n) -- floor(a / 2^n)
  local out, skip, r = {}, n // BITS, n % BITS
  for i = skip + 1, #a do
    out[i - skip] = (a[i] | (a[i + 1] or 0) << BITS) >> r & MASK
  end
  return trim(out)
end

--- Quotient and remainder, from the top, a digit at a time: the two top digits
--- of the rest by the top of b, shifted until that is half a digit at least, are
--- at most two too many (Knuth's Algorithm D).
local function divided(a, b)
  local shift = (BITS - bits(b) % BITS) % BITS
  local rest, by, out = up(a, shift), up(b, shift), {}
  local m = #by
  for i = #rest - m, 0, -1 do
    local top = (rest[i + m + 1] or 0) << BITS | (rest[i + m] or 0)
    local guess = math.min(top // by[m], MASK)
    local part = {}
    for j = 1, m + 1 do
      part[j] = rest[i + j] or 0
    end
    trim(part)
    local product = times(by, whole(guess))
    while compare(product, part) > 0 do
      guess, product = guess - 1, minus(product, by)
    end
    part = minus(part, product)
    for j = 1, m + 1 do
      rest[i + j] = part[j] or 0
    end
    out[i + 1] = guess
  end
  return trim(out), down(trim(rest), shift)
end

local function zeros(a) -- how often 2 divides a > 0
  local n, i = 0, 1
  while a[i] == 0 do
    n, i = n + BITS, i + 1
  end
  local digit = a[i]
  while digit & 1 == 0 do
    n, digit = n + 1, digit >> 1
  end
  return n
end

--- ## Fractions

local fraction = {}
fraction.__index = fraction

local function make(s, n, d)
  if not n[1] then
    return setmetatable({ s = 0, n = {}, d = { 1 } }, fraction)
  end
  local two = math.min(zeros(n), zeros(d))
  n, d = two > 0 and down(n, two) or n, two > 0 and down(d, two) or d
  local x, y = n, d
  while y[1] and bits(d) > zeros(d) + 1 do -- else d is a power of two
    local _, rest = divided(x, y)
    x, y = y, rest
  end
  if x ~= n and compare(x, { 1 }) ~= 0 then
    n, d = divided(n, x), divided(d, x)
  end
  return setmetatable({ s = s, n = n, d = d }, fraction)
end

function fraction.__unm(a)
  return setmetatable({ s = -a.s, n = a.n, d = a.d }, fraction)
end

function fraction.__add(a, b)
  local x, y, d = times(a.n, b.d), times(b.n, a.d), times(a.d, b.d)
  if a.s * b.s >= 0 then
    return make(a.s ~= 0 and a.s or b.s, plus(x, y), d)
  elseif compare(x, y) >= 0 then
    return make(a.s, minus(x, y), d)
  end
  return make(b.s, minus(y, x), d)
end

function fraction.__sub(a, b)
  return a + -b
end

function fraction.__mul(a, b)
  return make(a.s * b.s, times(a.n, b.n), times(a.d, b.d))
end

function fraction.__div(a, b)
  return make(a.s * b.s, times(a.n, b.d), times(a.d, b.n))
end

function fraction.__eq(a, b)
  return a.s == b.s and compare(a.n, b.n) == 0 and compare(a.d, b.d) == 0
end

function fraction.__lt(a, b)
  return (a - b).s < 0
end

function fraction.__tostring(a)
  return (a.s < 0 and "-" or "") .. spelt(a.n) ..
    (compare(a.d, { 1 }) ~= 0 and "/" .. spelt(a.d) or "")
end

--- A fraction as the files spell it, p or p/q in hexadecimal digits; or nil.
function number.read(text)
  local sign, n, d = text:match("^(-?)(%x+)/?(%x*)$")
  return n and not d:find("^0+$") and make(sign == "-" and -1 or 1, hexadecimal(n),
    d ~= "" and hexadecimal(d) or { 1 })
end

--- The fraction that a number of Lua is.
function number.exact(x)
  if math.type(x) == "integer" then
    return make(x < 0 and -1 or 1, whole(math.abs(x)), { 1 })
  end
  local word = string.unpack("<i8", string.pack("<d", x))
  local e, m = word >> 52 & 0x7ff, word & (1 << 52) - 1
  assert(e < 0x7ff, "not a finite number")
  m, e = e > 0 and m | 1 << 52 or m, math.max(e, 1) - 1075
  return make(word < 0 and -1 or 1, e > 0 and up(whole(m), e) or whole(m),
    up({ 1 }, math.max(-e, 0)))
end

--- The nearest double, ties to even: the quotient to 64 bits at least and
--- whether a rest is left, then cut to the places that a double has there.
function number.double(a)
  if a.s == 0 then
    return 0.0
  end
  local shift = 66 + bits(a.d) - bits(a.n)
  local q, rest = divided(up(a.n, math.max(shift, 0)),
    up(a.d, math.max(-shift, 0)))
  local power = bits(q) - 1 - shift
  local drop = bits(q) - math.min(53, 53 + 1022 + power)
  local kept = down(q, drop)
  local half = compare(up(minus(q, up(kept, drop)), 1), up({ 1 }, drop))
  local odd = (kept[1] or 0) & 1 == 1
  if half > 0 or half == 0 and (rest[1] or odd) then
    kept = plus(kept, { 1 })
  end
  local x = 0.0
  for i = #kept, 1, -1 do
    x = x * 2.0 ^ BITS + kept[i]
  end
  return a.s * x * 2.0 ^ (drop - shift)
end

--- p/q or a decimal, as --set and perp.ratio take it; nil: none.
function number.literal(text)
  local p, q = text:match("^(-?%d+)/(%d+)$")
  local sign, before, after, power = text:match("^(-?)(%d*)%.?(%d*)(.*)$")
  if not p then
    local e = power == "" and 0 or tonumber(power:match("^[eE]([-+]?%d+)$"))
    if before .. after == "" or not e or math.abs(e) > 4096 then
      return nil
    end
    p, e = sign .. before .. after, e - #after
    q = "1" .. ("0"):rep(-e)
    p = p .. ("0"):rep(e)
  end
  local function decimal(digits)
    local a = {}
    for c in digits:gmatch("%d") do
      a = plus(times(a, { 10 }), whole(tonumber(c)))
    end
    return a
  end
  local d = decimal(q)
  return d[1] and make(p:sub(1, 1) == "-" and -1 or 1, decimal(p), d)
end

--- The root of a fraction that is a square, or nil.
function number.root(a)
  local function root(n)
    local x, y = nil, up({ 1 }, bits(n) // 2 + 1)
    while not x or compare(y, x) < 0 do -- Newton's, from above
      x = y
      y = down(plus(x, (divided(n, x))), 1)
    end
    return compare(times(x, x), n) == 0 and x
  end
  local n, d = a.s > 0 and root(a.n), root(a.d)
  return n and d and make(1, n, d) or nil
end

--- ## Sine and cosine, correctly rounded
--
--- The angle is halved until it is below 2^-8; Taylor's terms with 400 binary
--- places; each doubling s' = 2 s c, c' = 1 - 2 s^2 loses two of them at most. For
--- |x| < 2^40 more than 300 are left, and no double has its sine so near to the
--- middle of two others.
function number.sincos(x)
  local PLACES = 400
  local one = make(1, up({ 1 }, PLACES), { 1 })
  local function cut(a, n) -- a / 2^n, toward zero
    return make(a.s, down(a.n, n), { 1 })
  end
  local exact = number.exact(x)
  assert(exact < number.exact(1 << 40) and number.exact(-(1 << 40)) < exact,
    "sine of a number beyond 2^40")
  local halvings = math.max(0, bits(exact.n) - bits(exact.d) + 9)
  local y = make(exact.s, divided(up(exact.n, PLACES),
    up(exact.d, halvings)), { 1 })
  local square = cut(y * y, PLACES)
  local s, c, term, n = y, one, y, 1
  local function step(t)
    n = n + 1
    return make(-t.s, divided(t.n, whole(n * (n + 1))), { 1 })
  end
  while term.s ~= 0 do
    term = step(cut(term * square, PLACES))
    s, n = s + term, n + 1
  end
  term, n = one, 0
  while term.s ~= 0 do
    term = step(cut(term * square, PLACES))
    c, n = c + term, n + 1
  end
  for _ = 1, halvings do
    s, c = cut(s * c + s * c, PLACES), one - cut(s * s + s * s, PLACES)
  end
  return number.double(s / one), number.double(c / one)
end

--- ## SHA-256 (FIPS 180-4)

local function primes(n, root)
  local list, p = {}, 2
  while #list < n do
    local prime = true
    for d = 2, math.floor(math.sqrt(p)) do
      prime = prime and p % d ~= 0
    end
    if prime then
      -- floor(p^(1/root) 2^32) mod 2^32, by bisection in whole numbers
      local lo, hi, goal = 0, 1 << 40, up(whole(p), 32 * root)
      while hi - lo > 1 do
        local mid, power = (lo + hi) // 2, { 1 }
        for _ = 1, root do
          power = times(power, whole(mid))
        end
        if compare(power, goal) <= 0 then
          lo = mid
        else
          hi = mid
        end
      end
      list[#list + 1] = lo & 0xffffffff
    end
    p = p + 1
  end
  return list
end

function number.sha256(text)
  local K, H = primes(64, 3), primes(8, 2)
  local function turn(x, n)
    return (x >> n | x << 32 - n) & 0xffffffff
  end
  local length = #text * 8
  text = text .. "\x80" .. ("\0"):rep((-#text - 9) % 64) ..
    string.pack(">I8", length)
  for at = 1, #text, 64 do
    local w = { string.unpack((">I4"):rep(16), text, at) }
    for i = 17, 64 do
      local a, b = w[i - 15], w[i - 2]
      w[i] = w[i - 16] + (turn(a, 7) ~ turn(a, 18) ~ a >> 3) + w[i - 7] +
        (turn(b, 17) ~ turn(b, 19) ~ b >> 10) & 0xffffffff
    end
    local a, b, c, d, e, f, g, h = table.unpack(H)
    for i = 1, 64 do
      local one = h + (turn(e, 6) ~ turn(e, 11) ~ turn(e, 25)) +
        (e & f ~ ~e & 0xffffffff & g) + K[i] + w[i]
      local two = (turn(a, 2) ~ turn(a, 13) ~ turn(a, 22)) +
        (a & b ~ a & c ~ b & c)
      a, b, c, d, e, f, g, h = one + two & 0xffffffff, a, b, c,
        d + one & 0xffffffff, e, f, g
    end
    for i, x in ipairs { a, b, c, d, e, f, g, h } do
      H[i] = H[i] + x & 0xffffffff
    end
  end
  return (("%08x"):rep(8)):format(table.unpack(H))
end

number.zero, number.one = make(0, {}, { 1 }), make(1, { 1 }, { 1 })

function number.is(x)
  return getmetatable(x) == fraction
end

return number
