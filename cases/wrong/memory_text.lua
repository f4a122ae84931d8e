-- expect 5 | :3: resulting string too large
--
local s = string.rep("x", 1 << 40)
