-- expect 3 | :3: module 'nowhere' not found
--
require "nowhere"
