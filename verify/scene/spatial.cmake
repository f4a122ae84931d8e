# Cases of bodies in space, run by the program.
if(LUA_PROGRAM)
  perp_add_test(test_bodies unit ${LUA_PROGRAM}
    ${PROJECT_SOURCE_DIR}/verify/scene/test_bodies.lua)
endif()
