-- expect 3 | :3: a figure wants a name of at most 200 letters
-- options --plot OUT/figures
require "perp.core".figure("../../up", "<svg/>")
