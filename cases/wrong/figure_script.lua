-- expect 3 | :3: the figure 'a' is no drawing at byte 5
-- options --plot OUT/figures
require "perp.core".figure("a", "<svg><script>alert(1)</script></svg>")
