-- expect 5 | the scene still runs after 1 s of CPU time
-- options --scene-seconds 1
setmetatable({}, { __gc = function() while true do end end })
collectgarbage()
