# Tests written in Lua of what is written in Lua; the last two call perp as well.
foreach(pair weave:paper book:paper floors:style prose:style plot:unit residuals:unit overview:unit)
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 name)
  list(GET pair 1 label)
  perp_add_test(test_${name} ${label} ${LUA_PROGRAM}
    ${PROJECT_SOURCE_DIR}/verify/house/test_${name}.lua)
endforeach()

add_test(NAME test_plot_long COMMAND ${CMAKE_COMMAND} -E env PERP_LONG=1
  ${LUA_PROGRAM} ${PROJECT_SOURCE_DIR}/verify/house/test_plot.lua)
set_tests_properties(test_plot_long PROPERTIES LABELS long
  ENVIRONMENT "${PERP_TEST_ENV}")
