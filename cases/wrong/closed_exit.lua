-- expect 3 | :3: os.exit is not available in a scene
--
os.exit(0)
