-- Symbols: interned, folded, readable.
local perp = require "perp"

local function is(a, b, what)
  if tostring(a) ~= tostring(b) then
    error(("%s: %s, wanted %s"):format(what, tostring(a), tostring(b)), 2)
  end
end

-- Symbols are interned: equal expressions are the same value and work as keys;
-- and a formula is readable.
local seen
perp.system { coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  force = function(t, q, v)
    if type(t) ~= "number" then
      assert(q.x + q.y == q.x + q.y, "interned")
      assert(q.x * 1 == q.x and q.x + 0 == q[1], "folded")
      local t1 = { [q.x + 1] = "key" }
      assert(t1[q.x + 1] == "key", "key")
      assert(#q == 2 and q[3] == nil, "length and end")
      is(q.x + 2 * v.y, "q.x + 2*v.y", "formula")
      is((q.x + q.y) * t, "(q.x + q.y)*t", "formula with brackets")
      is(perp.max(q.x, 1), "max(q.x, 1)", "formula of a call")
      assert(perp.depends(q.x * q.y, q) and not perp.depends(v.x, q))
      seen = perp.grad(q.x ^ 2 * q.y, q)
      is(perp.tangent({ q.x * q.y }, q, { 0, 1 })[1], "q.x", "tangent")
    end
    return { perp.where(q.x, q.y, -q.y), perp.min(q.x, v.y, 3) }
  end }
assert(#seen == 2)

-- An integer is a number of a formula when it is a double; 2^63 - 1 is rounded to 2^63,
-- which no integer is.
perp.system { coordinates = { "x" }, mass = function() return { { 1 } } end,
  force = function(t, q)
    if type(t) ~= "number" then
      for i, fine in pairs { [math.mininteger] = true, [1 << 53] = true,
        [1 << 62] = true, [(1 << 53) + 1] = false, [math.maxinteger] = false,
        [math.maxinteger - 511] = false, [math.mininteger + 1] = false } do
        local ok, why = pcall(function() return q.x + i end)
        assert(ok == fine, i)
        assert(ok or tostring(why):find("is not a double", 1, true), tostring(why))
      end
    end
    return { 0 }
  end }
