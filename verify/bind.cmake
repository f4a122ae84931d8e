# The Lua room alone, and perp.core for a stock Lua: `require "perp"` works
# there with LUA_PATH on lua/ and LUA_CPATH on build/<preset>/lua.
add_executable(drive_bind ${PROJECT_SOURCE_DIR}/verify/drive_bind.c)
target_link_libraries(drive_bind PRIVATE perp_face)
