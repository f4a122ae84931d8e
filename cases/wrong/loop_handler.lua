-- expect 5 | 0.3 s of CPU time
-- options --scene-seconds 0.3
while true do xpcall(error, function() while true do end end) end
