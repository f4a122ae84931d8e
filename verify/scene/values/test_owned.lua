-- Userdata that own memory: their metatables are closed, and what has given its
-- memory back is taken by nobody.
local perp = require "perp"
local core = require "perp.core"

local function refused(what, f, ...)
  local fine = pcall(f, ...)
  assert(not fine, what .. " is taken")
end

local function each()
  local r = core.recorder { "x", "y", "t" }
  local x, y = core.input(r, 1), core.input(r, 2)
  local k = core.recorder { "a", "b", "va", "vb" }
  local kind = core.kind { recorder = k, name = "k", coordsA = 1, coordsB = 1,
    velsA = 1, velsB = 1, paramsA = 0, paramsB = 0,
    gap = core.input(k, 1) - core.input(k, 2), slips = {} }
  local side = core.side(1, 0, { 1 }, {}, 1)
  local system = core.system { recorder = r, q = { "x" }, v = { "x" },
    M = { 1 }, k = { 0 }, theta = {}, joints = {}, contacts = {},
    bindings = {}, springs = {}, measures = {}, measured = {} }
  local run = core.run { system = system, name = "a", scheme = "alpha-gamma",
    alpha = 1, gamma = 1, h = 1, T = 1, tolerance = 0, e = 0, theta = 0,
    penetration = 0, q = { 0 }, v = { 0 } }
  return { recorder = r, symbol = x, ratio = perp.ratio(1, 3),
    tape = core.tape(r, { x + y }), kind = kind, side = side,
    binding = core.product(kind, side, core.side(1, 0, { 0 }, {}, 1), "all"),
    system = system, run = run }
end

for name, x in pairs(each()) do
  assert(type(x) == "userdata", name)
  assert(getmetatable(x) == false, name .. " shows its metatable")
  refused(name, setmetatable, x, {})
end

-- A finalizer that was set before a value was made runs behind that value's own:
-- then the value is gone. Each function of core gets each of them.
-- What asks nothing of its arguments is left out.
local any = { isratio = true, recorderof = true, note = true, library = true,
  here = true, lines = true, options = true, schemes = true }
-- No collection in between: the finalizer may not run before there are values.
local ran = 0
warn("@on")
collectgarbage("stop")
do
  local gone
  setmetatable({}, { __gc = function()
    for name, x in pairs(gone) do
      for word, f in pairs(core) do
        if not any[word] then
          refused(name .. " in " .. word, f, x, x, x)
        end
      end
      refused(name .. " + 1", function() return x + 1 end)
      refused("1 < " .. name, function() return 1 < x end)
      ran = ran + 1
    end
  end })
  gone = each()
end
collectgarbage("restart")
collectgarbage()
collectgarbage()
assert(ran == 9, ran .. " values were gone")
