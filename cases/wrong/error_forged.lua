-- expect 3 | the scene raised a table instead of a message
--
error(setmetatable({ code = 0 }, { perp_failure = true, __index = error }))
