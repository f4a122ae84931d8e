-- An error names the line of the scene, not of the library, and the word.
local perp = require "perp"
local planar = require "perp.planar"

local function place(line, part, f)
  local ok, message = pcall(f)
  message = tostring(message)
  if ok or not message:find("test_place.lua:" .. line .. ": ", 1, true) or
    not message:find(part, 1, true) then
    error(("wanted line %d and '%s', got: %s"):format(line, part, message), 2)
  end
end

place(15, "sin wants", function()
  perp.sin({})
end)
place(19, "unknown key 'masss'", function()
  perp.system { coordinates = { "x" },
    masss = 1 }
end)
place(23, "positive number", function()
  local world = planar.world {}
  world:disc { mass = 1, radius = 0 }
end)
place(28, "compares symbols", function()
  perp.system { coordinates = { "x" }, mass = function(q)
    local a = q.x
    return { { a < 1 and 1 or 2 } } -- the line of the comparison
  end }
end)
