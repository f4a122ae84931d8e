-- expect 5 | :3: the scene took more than 1 s of CPU time
-- options --scene-seconds 1
coroutine.wrap(function() while true do pcall(error) end end)()
