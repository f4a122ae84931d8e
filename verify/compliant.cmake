# Runs with compliant contact, against motions computed without the scheme.
if(PYTHON3_PROGRAM)
  perp_add_test(test_compliant_run unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/test_compliant_run.py)
  perp_add_test(test_pks05 unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/test_pks05.py)
  add_test(NAME test_compliant_run_long
    COMMAND ${CMAKE_COMMAND} -E env PERP_LONG=1 ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/test_compliant_run.py)
  set_tests_properties(test_compliant_run_long PROPERTIES LABELS long
    TIMEOUT 3600 ENVIRONMENT "${PERP_TEST_ENV}")
endif()
