-- expect 5 | the scene needs more than 64 megabytes
-- options --scene-megabytes 64 --scene-seconds 5
local t = {}
for i = 1, math.huge do t[i] = { i } end
