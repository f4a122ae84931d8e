-- expect 3 | :3: dofile is not available in a scene
--
dofile("loop.lua")
