# Runs of PKS05 with prescribed ends, other rates, several solutions.
if(PYTHON3_PROGRAM)
  perp_add_test(test_compliant_rates unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/test_compliant_rates.py)
  perp_add_test(test_ends_search unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/test_ends_search.py)
  add_test(NAME test_ends_search_long
    COMMAND ${CMAKE_COMMAND} -E env PERP_LONG=1 ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/test_ends_search.py)
  set_tests_properties(test_ends_search_long PROPERTIES LABELS long
    TIMEOUT 3600 ENVIRONMENT "${PERP_TEST_ENV}")
  perp_add_test(test_definition2 unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/test_definition2.py)
  perp_add_test(test_theorem8 unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/test_theorem8.py)
endif()
add_test(NAME test_kelvin_voigt_long
  COMMAND ${CMAKE_COMMAND} -E env PERP_LONG=1 $<TARGET_FILE:test_kelvin_voigt>)
set_tests_properties(test_kelvin_voigt_long PROPERTIES LABELS long TIMEOUT 3600
  ENVIRONMENT "${PERP_TEST_ENV}")
