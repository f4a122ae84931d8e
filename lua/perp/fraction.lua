--- # Fractions that a scene computes with
---
---     local fraction = require "perp.fraction"
---     local third = fraction(perp.ratio(1, 3))
---     print(third + third * third, fraction(1) / 2 < third)    --> 4/9  false
---
--- A `perp.ratio` that is a double becomes a plain number again, and of two plain
--- numbers Lua's own sum, product and quotient are rounded: 3/4 over 5/4 is the double
--- next to 3/5. That is right for numbers that a system is made of, and wrong for a
--- scene that decides something by them, whether two walls are met at once, say. A
--- fraction is never rounded: it holds one number, plain or a ratio, and each operation
--- goes by ratios. One operand may be a plain number or a ratio; `==` wants two
--- fractions. `fraction.of(x)` is the number that it holds, as a system takes it.

local core = require "perp.core"
local ratio = core.ratio
local third = ratio(1, 3)

local meta = {}
local fraction = {}

--- The number that a fraction holds, or what else it is given.
function fraction.of(x)
  return getmetatable(x) == meta and x[1] or x
end
local of = fraction.of

local function made(x)
  return setmetatable({ ratio(x) }, meta)
end

local function is_plain(a, b)
  return type(a) == "number" and type(b) == "number"
end

--- Of plain numbers, which are dyadic, a third more and a third less are not, and so
--- stay ratios; theirs is the same sum.
local function sum(a, b)
  return is_plain(a, b) and (a + third) + (b - third) or a + b
end

local function quotient(a, b)
  return is_plain(a, b) and ratio(a, b) or a / b
end

local function product(a, b)
  if is_plain(a, b) then
    return b == 0 and 0 or ratio(a, ratio(1, b))
  end
  return a * b
end

function meta.__add(a, b) return made(sum(of(a), of(b))) end
function meta.__sub(a, b) return made(sum(of(a), -of(b))) end
function meta.__mul(a, b) return made(product(of(a), of(b))) end
function meta.__div(a, b) return made(quotient(of(a), of(b))) end
function meta.__unm(a) return made(-of(a)) end
function meta.__lt(a, b) return of(a) < of(b) end
function meta.__le(a, b) return of(a) <= of(b) end
function meta.__eq(a, b) return of(a) == of(b) end

--- As p/q, or p: also where the number is plain. Its q is a power of 2 then, and beyond
--- those that a double holds the number is written in hexadecimal.
function meta.__tostring(x)
  local v, q = of(x), 1.0
  if type(v) ~= "number" then return tostring(v) end
  while v * q ~= math.floor(v * q) and q < 2.0 ^ 1000 do q = 2 * q end
  local text = ("%.0f"):format(v * q)
  if v * q ~= math.floor(v * q) then return ("%a"):format(v) end
  return q == 1 and text or text .. ("/%.0f"):format(q)
end

return setmetatable(fraction, {
  __call = function(_, x) return made(of(x)) end })
