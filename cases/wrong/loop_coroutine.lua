-- expect 5 | the scene took more than 1 s of CPU time
-- options --scene-seconds 1
local function f() while true do end end
while true do coroutine.resume(coroutine.create(f)) end
