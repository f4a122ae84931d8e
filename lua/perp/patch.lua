--- # A patch of elements on an elastic half-space
--
--- PKS05 allows matrices that couple the elements of one patch, and says that a
--- contact over an area is a patch of $n_s \times n_s$ of them. Here K and C of such
--- a patch are made, from the surface of an elastic half-space with the modulus E
--- and Poisson's number nu, and C = damping K.
---
--- The patch lies in the plane of x and y, its outward normal is z. An element that
--- is pressed by a uniform traction moves the middle of every other; of a point
--- force at the distance r = |(x, y)| the surface is moved, with G = E/(2(1 + nu)), by
---
---     n by n:  (1-nu)/r          t by t:  (1-nu)/r + nu x^2/r^3
---     n by t: -(1/2-nu) x/r^2    t by o:  nu x y/r^3         all times 1/(2 pi G),
---
--- Boussinesq's and Cerruti's solutions. Over a rectangle each has an integral in
--- closed form, whose second difference over the corners is the entry: with r at a
--- corner (x, y)
---
---     1/r: x ln(y+r) + y ln(x+r)     x^2/r^3: y ln(x+r)     x y/r^3: -r
---     x/r^2: (y ln r^2)/2 - y + x atan(y/x).
---
--- An element may be long: the logarithms are evaluated as asinh, below.
---
--- The middle of an element is no corner of any, so r > 0 in all of them. Forces and
--- deformations of a contact point away from the body that is pressed, lambda along
--- n at the ball and delta = -u at the floor, both with one sign: so delta = S lambda
--- with this S, and K is its inverse. S is symmetric, because x changes its sign with
--- the order of two elements; that it is definite is asked here, by factoring it.
---
--- One square element, E* = E/(1 - nu^2): K = pi E* side/(4 ln(1 + sqrt 2)) = 0.891 E*
--- side, Love's. Rows of an element are n, along x, along y.

local core = require "perp.core"
core.library()
local record = require "perp.record"

local patch = {}
local log, sqrt, pi = math.log, math.sqrt, math.pi
local what = "patch.half_space"

local function wrong(t, key, wanted)
  record.fail(("%s: %s = %s is wanted"):format(what, key, wanted), key,
    record.of(t))
end

local function number(t, key, default, least, most, wanted)
  local x = t[key] == nil and default or t[key]
  if not record.is_number(x) then
    wrong(t, key, wanted)
  end
  x = core.number(x)
  if not (x >= least and x <= most) then
    wrong(t, key, wanted)
  end
  return x
end

--- One number for both directions, or two.
local function both(t, key, wanted, fits)
  local x = t[key]
  local list = type(x) == "table" and x or { x, x }
  local out = {}
  for i = 1, 2 do
    if not record.is_number(list[i]) then
      wrong(t, key, wanted)
    end
    out[i] = core.number(list[i])
    if not fits(out[i]) then
      wrong(t, key, wanted)
    end
  end
  if #list > 2 then
    wrong(t, key, wanted)
  end
  return out[1], out[2]
end

--- ln(x + r) is asinh(x/|y|) and ln |y|, which no second difference sees: for a strip
--- 10^7 times as long as wide the logarithms would leave four digits, and from 10^8 on
--- none. asinh z = ln(1 + u); where 1 + u = w rounds, ln w is put right by u/(w - 1).
local function asinh(z)
  local a = math.abs(z)
  local u = a + a * a / (1 + sqrt(1 + a * a))
  local w = 1 + u
  local l = w == 1 and u or log(w) * (u / (w - 1))
  return z < 0 and -l or l
end

local integral = {
  one = function(x, y)
    return x * asinh(y / math.abs(x)) + y * asinh(x / math.abs(y))
  end,
  xx = function(x, y) return y * asinh(x / math.abs(y)) end,
  yy = function(x, y) return x * asinh(y / math.abs(x)) end,
  xy = function(_, _, r) return -r end,
  x = function(x, y, r) return y * log(r) - y + x * math.atan(y / x) end,
  y = function(x, y, r) return x * log(r) - x + y * math.atan(x / y) end,
}

--- The integral over the element of sides a, b whose middle is (x, y) away.
local function over(f, x, y, a, b)
  local sum = 0
  for i = -1, 1, 2 do
    for j = -1, 1, 2 do
      local X, Y = x + i * a / 2, y + j * b / 2
      sum = sum + i * j * f(X, Y, sqrt(X * X + Y * Y))
    end
  end
  return sum
end

--- What a force on one element does to another, (x, y) away: 3 by 3, in m/N.
local function answer(x, y, a, b, modulus, nu)
  local unit = (1 + nu) / (pi * modulus) / (a * b)
  local function of(key) return unit * over(integral[key], x, y, a, b) end
  local one, nt, no = (1 - nu) * of("one"), (0.5 - nu) * of("x"),
    (0.5 - nu) * of("y")
  local t, o, mixed = nu * of("xx"), nu * of("yy"), nu * of("xy")
  return { { one, -nt, -no }, { nt, one + t, mixed }, { no, mixed, one + o } }
end

--- Cholesky's factors of S, in place; false where it is not definite.
local function factor(S)
  for j = 1, #S do
    local row = S[j]
    for k = 1, j do
      local other, sum = S[k], row[k]
      for i = 1, k - 1 do
        sum = sum - row[i] * other[i]
      end
      if k < j then
        row[k] = sum / other[k]
      elseif sum > 0 and sum < math.huge then
        row[j] = sqrt(sum)
      else
        return false
      end
    end
  end
  return true
end

--- The inverse from the factors, symmetric to the last bit.
local function inverse(L)
  local n, K = #L, {}
  for c = 1, n do
    local x = {}
    for i = 1, n do
      local row, sum = L[i], i == c and 1 or 0
      for k = c, i - 1 do
        sum = sum - row[k] * x[k]
      end
      x[i] = i < c and 0 or sum / row[i]
    end
    for i = n, c, -1 do
      local sum = x[i]
      for k = i + 1, n do
        sum = sum - L[k][i] * x[k]
      end
      x[i] = sum / L[i][i]
    end
    K[c] = x
  end
  for i = 1, n do
    for j = 1, i - 1 do
      K[i][j] = K[j][i]
    end
  end
  return K
end

--- `patch.half_space{ n, side, modulus, poisson, damping, slips, at }`: n elements
--- each way, or { nx, ny }; the sides of the whole patch, m; E, Pa; nu from 0 to 1/2
--- (1/3); damping, s, C over K; slips 0, 1 (along x) or 2; at = { x, y }, its middle.
---
--- Gives `K`, `C` (rows over all elements' n and slips), `compliance`, both as
--- `perp.system` wants them, `middles`, a list of { x, y }, and `contacts(f)`, the list
--- of f(x, y, i), named e1, e2, ... when f gives no name.
function patch.half_space(t)
  if type(t) ~= "table" then
    record.fail(what .. "{ n = ..., side = ..., modulus = ... } is wanted")
  end
  record.keys(t, { "n", "side", "modulus", "poisson", "damping", "slips",
    "at" }, what, record.of(t))
  local nx, ny = both(t, "n", "one or two whole numbers from 1 to 32",
    function(x) return x >= 1 and x <= 32 and x % 1 == 0 end)
  local lx, ly = both(t, "side", "one or two positive numbers, m",
    function(x) return x > 0 and x < math.huge end)
  local modulus = number(t, "modulus", nil, 1e-300, 1e300,
    "a positive number, Pa,")
  local nu = number(t, "poisson", 1 / 3, 0, 0.5, "a number from 0 to 1/2")
  local damping = number(t, "damping", nil, 1e-300, 1e300,
    "a positive number, s,")
  local slips = number(t, "slips", 2, 0, 2, "0, 1 or 2")
  if slips % 1 ~= 0 then
    wrong(t, "slips", "0, 1 or 2")
  end
  local mx, my = 0, 0
  if t.at ~= nil then
    if type(t.at) ~= "table" then
      wrong(t, "at", "{ x, y }, two numbers, m,")
    end
    mx, my = both(t, "at", "{ x, y }, two numbers, m,",
      function(x) return x - x == 0 end)
  end
  local a, b, w = lx / nx, ly / ny, math.tointeger(slips) + 1
  local middles, S = {}, {}
  for j = 1, ny do
    for i = 1, nx do
      middles[#middles + 1] = { mx + (i - (nx + 1) / 2) * a,
        my + (j - (ny + 1) / 2) * b }
    end
  end
  for i, p in ipairs(middles) do
    for k = 1, w do
      S[(i - 1) * w + k] = {}
    end
    for j, q in ipairs(middles) do
      local own = answer(p[1] - q[1], p[2] - q[2], a, b, modulus, nu)
      for k = 1, w do
        table.move(own[k], 1, w, (j - 1) * w + 1, S[(i - 1) * w + k])
      end
    end
  end
  if not factor(S) then
    record.fail(what .. ": the elements' answers are not positive definite; " ..
      "take fewer, or rounder ones", "n", record.of(t))
  end
  local K, C = inverse(S), {}
  for i, row in ipairs(K) do
    C[i] = {}
    for j, x in ipairs(row) do
      C[i][j] = damping * x
    end
  end
  return { K = K, C = C, compliance = { K = K, C = C }, middles = middles,
    contacts = function(f)
      local out = {}
      for i, p in ipairs(middles) do
        out[i] = f(p[1], p[2], i)
        out[i].name = out[i].name or "e" .. i
      end
      return out
    end }
end

return patch
