-- A scene: what is closed, what stays open, and that a scene that keeps to
-- the rules ends as one.
local perp = require "perp"
for _, f in ipairs { function() os.exit() end, function() io.open("x") end,
  function() return debug.traceback() end, function() dofile("x") end,
  function() loadfile("x") end, function() string.dump(print) end,
  function() require "nowhere" end } do
  local ok, message = pcall(f)
  assert(not ok and (message:find("not available in a scene") or
    message:find("beside the scene")), message)
end
assert(package == nil and load("return 1 + 1")() == 2)
assert(load("x = 1", "chunk", "t", {}) and not load("\27Lua"))
-- Messages quote files that were loaded, and no other: not by their name, nor as the
-- source that a chunk claims to have.
local core = require "perp.core"
local own, _, text = core.lines(function() end)
local other = own:gsub("test_sandbox", "test_ratio")
assert(text ~= "" and select(3, core.lines(own)) ~= "" and other ~= own)
local forged = load("return function()" .. ("\n"):rep(9) .. "end", "@" .. other)
assert(load("require 'perp.core'.library()", "@" .. other) or true)()
assert(select(3, core.lines(other)) == "" and select(3, core.lines(forged())) == "")
-- The core is a closed list: these functions, which nobody can replace, add to or see
-- the table of. What is new here is known to the fuzz, and is a guest's to call.
local closed = "abs column columns cos depends eval fail figure finish friction " ..
  "geometry grad header here input isratio kind library lines literal max min movie " ..
  "nearest note number options product ratio recorder recorderof reread run schemes side " ..
  "sin sqrt summary system table tangent tape vtk where"
local names = {}
for name, f in pairs(core) do
  assert(type(f) == "function" and f == core[name], name)
  names[#names + 1] = name
end
table.sort(names)
assert(table.concat(names, " ") == closed, table.concat(names, " "))
for _, attack in ipairs { function() core.figure = print end,
  function() core.new = print end, function() core.figure = nil end,
  function() rawset(core, "figure", print) end,
  function() setmetatable(core, {}) end, function() core.finish(print) end,
  function() getmetatable(core).__index.figure = print end } do
  local shown = select(2, pairs(core))
  shown.figure = print
  assert(not pcall(attack) and core.figure ~= print and core.new == nil)
end
for _, value in ipairs { core, perp.ratio("1/3"), core.recorder { "x" },
  core.input(core.recorder { "x" }, 1) } do
  assert(not getmetatable(value), "a metatable is shown")
end
assert(math.sin(1) == perp.sin(1) and os.clock() >= 0)
assert(select("#", load("return ...")(1, 2, 3)) == 3)
local co = coroutine.wrap(function(a) return coroutine.yield(a + 1) end)
assert(co(1) == 2 and co(7) == 7)
return { system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end },
  h = 0.5, T = 1, q = { 0 }, v = { 1 } }
