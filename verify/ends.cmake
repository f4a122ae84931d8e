# Runs of PKS05 with prescribed ends.
if(PYTHON3_PROGRAM)
  perp_add_test(test_compliant_ends unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/test_compliant_ends.py)
  add_test(NAME test_compliant_ends_long
    COMMAND ${CMAKE_COMMAND} -E env PERP_LONG=1 ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/test_compliant_ends.py)
  set_tests_properties(test_compliant_ends_long PROPERTIES LABELS long
    TIMEOUT 900 ENVIRONMENT "${PERP_TEST_ENV}")
endif()
