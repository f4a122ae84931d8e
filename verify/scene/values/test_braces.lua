-- Where a table stands in a text: lines that are counted by hand, and what is no code.
local braces = require "perp.braces"

local text = [==[
local perp = require "perp" -- { x = 1, y = 2 }
local a = {
  x = 1, -- y = 3
  y = "}, z = {", ["v.x"] = 4,
}
--[[ b = {
  q = 1, r = 2 } ]]
local function f(x, y)
  local q, r = 1, 2
  if x == 1 then q = 3 elseif x > 2 then r = 1 end
  for i = 1, 3 do q = q + i end
  return { force = function(t)
      local p, mass = 1, 2
      return { p, mass }
    end,
    mass = { { 1 } }, h
      = 2 }
end
local long = [=[
{ x = 1, y = 2 ]]
]=]
local b = { x = 5,
  y = 'it\'s }' }
return { system = s, h = 1, q = { x = 1, y = 2 },
  v = { x = 3,
    y = 4 } }
]==]

local function where(t, from, line, keys)
  local got, lines = braces.of(text, t, from)
  assert(got == line, ("line %s, wanted %s"):format(got, line))
  for key, at in pairs(keys or {}) do
    assert(lines[key] == at, ("%s: line %s, wanted %s"):format(key, lines[key],
      at))
  end
end

where({ x = 0, y = 0, ["v.x"] = 0 }, 1, 2, { x = 3, y = 4, ["v.x"] = 4 })
where({ x = 0, y = 0, ["v.x"] = 0 }, 25, 2)
where({ force = 0, mass = 0, h = 0 }, 1, 12, { force = 12, mass = 16, h = 16 })
-- One key more or less is the same table still.
where({ force = 0, mass = 0 }, 1, 12)
where({ force = 0, mass = 0, h = 0, T = 0 }, 1, 12)
where({ system = 0, h = 0, q = 0, v = 0 }, 1, 24, { h = 24, q = 24, v = 25 })
-- Of those with the same keys the nearest.
where({ x = 0, y = 0 }, 22, 22, { x = 22, y = 23 })
where({ x = 0, y = 0 }, 24, 24)
where({ x = 0, y = 0 }, 25, 25, { x = 25, y = 26 })
-- Names of a function's own lines are no keys, nor is what a comment or a text says.
where({ q = 0, r = 0 }, 1, nil)
where({ p = 0, mass = 0 }, 1, nil)
where({ z = 0 }, 1, nil)
where({ 1, 2 }, 1, nil)
-- Texts that end nowhere end with the file.
for _, cut in ipairs { "", "{ x = 1, y = [[", "{ x = '", "--[==[ {", "}} ) end" } do
  assert(braces.of(cut, { x = 1 }, 1) == nil)
end
print "ok"
