add_test(NAME floors COMMAND ${LUA_PROGRAM}
  ${PROJECT_SOURCE_DIR}/lua/floors.lua ${PROJECT_SOURCE_DIR}
  --objects ${CMAKE_BINARY_DIR})
set_tests_properties(floors PROPERTIES LABELS style TIMEOUT 3600)
