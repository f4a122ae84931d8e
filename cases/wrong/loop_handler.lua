-- expect 5 | 1 s of CPU time
-- options --scene-seconds 1
while true do xpcall(error, function() while true do end end) end
