-- expect 5 | the scene needs more than 64 megabytes
-- options --scene-megabytes 64 --scene-seconds 5
local s = string.rep("x", 1 << 30)
