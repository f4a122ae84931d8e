-- expect 5 | the scene took more than 0.3 s of CPU time
-- options --scene-seconds 0.3
local function f() while true do end end
while true do coroutine.resume(coroutine.create(f)) end
