-- expect 3 | the scene raised a table instead of a message
--
error({})
