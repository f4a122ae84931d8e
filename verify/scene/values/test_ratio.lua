-- Ratios against fractions over machine integers.
local perp = require "perp"
local ratio = perp.ratio

local function is(a, b, what)
  if tostring(a) ~= tostring(b) then
    error(("%s: %s, wanted %s"):format(what, tostring(a), tostring(b)), 2)
  end
end

-- A fraction p/q written by hand; sums and products by cross multiplication
-- over integers.
local function gcd(a, b)
  return b == 0 and math.abs(a) or gcd(b, a % b)
end

local function text(p, q)
  if q < 0 then
    p, q = -p, -q
  end
  local d = gcd(p, q)
  p, q = p // d, q // d
  if q & (q - 1) == 0 then
    return tostring(p / q)
  end
  return p .. "/" .. q
end

math.randomseed(11)
for _ = 1, 2000 do
  local a, b, c, d
  local x, y
  repeat
    a, b = math.random(-99, 99), math.random(1, 99)
    c, d = math.random(-99, 99), math.random(1, 99)
    x, y = ratio(a, b), ratio(c, d)
  until type(x) == "userdata" or type(y) == "userdata"
  is(x + y, text(a * d + c * b, b * d), "sum")
  is(x - y, text(a * d - c * b, b * d), "difference")
  is(x * y, text(a * c, b * d), "product")
  if c ~= 0 then
    is(x / y, text(a * d, b * c), "quotient")
  end
  if type(x) == "userdata" then
    is(-x, text(-a, b), "negative")
    is(x ^ 3, text(a ^ 3 // 1 | 0, b ^ 3 // 1 | 0), "cube")
  end
  if type(x) == "userdata" and type(y) == "userdata" then
    is(x < y, a * d < c * b, "less")
    is(x <= y, a * d <= c * b, "at most")
    is(x == y, a * d == c * b, "equal")
  end
end

is(ratio "0.1", "1/10", "a decimal is what it says")
is(ratio "1/3", "1/3", "a fraction")
is(ratio(0.1) - ratio "0.1", "1/180143985094819840", "the error of 0.1")
is(ratio "0.5", "0.5", "a ratio that is a double is a number")
is(ratio(1, 3) * 3, "1.0", "back to a number")
is(math.type(ratio(4, 2)), "float", "two")
is(perp.number(ratio(1, 3)), 1 / 3, "nearest")
is(perp.sqrt(ratio(4, 9)), "2/3", "exact root")
is(ratio(1, 3) + 0.5, "5/6", "a number is the double it is")
is("1/3" * ratio(1, 7), "1/21", "text times ratio")

local function refused(part, f, ...)
  local ok, message = pcall(f, ...)
  if ok or not tostring(message):find(part, 1, true) then
    error(("not refused (%s): %s"):format(part, tostring(message)), 2)
  end
end

refused("zero", function() return ratio(1, 3) / 0 end)
refused("finite", function() return ratio(1, 3) + 1 / 0 end)
refused("whole", function() return ratio(1, 3) ^ 0.5 end)
refused("bits", function() return ratio(1, 3) ^ 1000000 end)
