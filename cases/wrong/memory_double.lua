-- expect 5 | the scene needs more than 64 megabytes
-- options --scene-megabytes 64 --scene-seconds 5
local s = "x"
while true do s = s .. s end
