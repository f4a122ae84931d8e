# The ledger compares claims with the tests that ran, so it runs behind all of
# them. Its list of tests is complete only when every other file has been read:
# hence the deferred call. Benchmarks and long tests verify nothing here.
function(perp_ledger)
  get_property(tests DIRECTORY ${PROJECT_SOURCE_DIR} PROPERTY TESTS)
  set(before "")
  set(ran "")
  foreach(test ${tests})
    get_property(labels TEST ${test} PROPERTY LABELS)
    if(NOT labels MATCHES "bench|long")
      list(APPEND before ${test})
      list(APPEND ran ${CMAKE_BINARY_DIR}/ran/${test}.txt)
    endif()
  endforeach()
  add_test(NAME ledger COMMAND ${LUA_PROGRAM}
    ${PROJECT_SOURCE_DIR}/lua/weave.lua check --root ${PROJECT_SOURCE_DIR}
    --ran ${ran})
  set_tests_properties(ledger PROPERTIES LABELS paper DEPENDS "${before}"
    ENVIRONMENT "${PERP_TEST_ENV}" TIMEOUT 3600)
endfunction()

cmake_language(DEFER DIRECTORY ${PROJECT_SOURCE_DIR} CALL perp_ledger)
