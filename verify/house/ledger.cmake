# The ledger compares claims with the tests that ran, so it runs behind all of
# them. Its list of tests is complete only when every other file has been read:
# hence the deferred call. Benchmarks and long tests verify nothing here. Without
# python3 half of the claims have no test that could run, and nothing is compared.
function(perp_ledger)
  if(NOT PYTHON3_PROGRAM)
    return()
  endif()
  get_property(tests DIRECTORY ${PROJECT_SOURCE_DIR} PROPERTY TESTS)
  set(before "")
  set(ran "")
  foreach(test ${tests})
    get_property(labels TEST ${test} PROPERTY LABELS)
    if(NOT labels MATCHES "bench|long|archs")
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

# The linker's word for what lua/weave/reach.lua reads from names: all sources
# compiled once more, without optimisation.
if(PYTHON3_PROGRAM)
  add_test(NAME reachable COMMAND ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/house/reachable.py ${CMAKE_BINARY_DIR})
  set_tests_properties(reachable PROPERTIES LABELS long TIMEOUT 3600)
endif()

cmake_language(DEFER DIRECTORY ${PROJECT_SOURCE_DIR} CALL perp_ledger)
