# Piles and stacks with every step proven.
if(LUA_PROGRAM)
  perp_add_test(test_stacks unit ${LUA_PROGRAM}
    ${PROJECT_SOURCE_DIR}/verify/ap02/test_stacks.lua)
  add_test(NAME test_stacks_long COMMAND ${LUA_PROGRAM}
    ${PROJECT_SOURCE_DIR}/verify/ap02/test_stacks.lua long)
  set_tests_properties(test_stacks_long PROPERTIES LABELS long
    ENVIRONMENT "${PERP_TEST_ENV}" TIMEOUT 3600)
endif()
