-- expect 5 | the scene raised a table instead of a message
--
local _, failure = pcall(require "perp.core".fail, "a limit", 5)
failure.message = nil
error(failure)
