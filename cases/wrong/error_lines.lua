-- expect 3 | :3: two lines
--
error("two\nlines")
