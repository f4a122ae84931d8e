-- expect 3 | :3: debug.getinfo is not available in a scene
--
debug.getinfo(1)
