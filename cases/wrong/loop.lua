-- expect 5 | :3: the scene took more than 0.3 s of CPU time
-- options --scene-seconds 0.3
while true do end
