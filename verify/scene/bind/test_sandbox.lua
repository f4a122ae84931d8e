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
assert(math.sin(1) == perp.sin(1) and os.clock() >= 0)
assert(select("#", load("return ...")(1, 2, 3)) == 3)
local co = coroutine.wrap(function(a) return coroutine.yield(a + 1) end)
assert(co(1) == 2 and co(7) == 7)
return { system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end },
  h = 0.5, T = 1, q = { 0 }, v = { 1 } }
