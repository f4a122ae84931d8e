-- expect 3 | :3: os.remove is not available in a scene
--
os.remove("x")
