-- expect 3 | :3: a figure, and no --plot DIR to put it
--
require "perp.core".figure("a", "<svg/>")
