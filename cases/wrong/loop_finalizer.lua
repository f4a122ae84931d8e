-- expect 5 | the scene still runs after 0.3 s of CPU time
-- options --scene-seconds 0.3
setmetatable({}, { __gc = function() while true do end end })
collectgarbage()
