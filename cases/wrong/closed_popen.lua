-- expect 3 | :3: io.popen is not available in a scene
--
io.popen("ls")
