-- expect 3 | attempt to load a binary chunk
--
assert(load("\27Lua"))
