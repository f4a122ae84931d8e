# Runs with compliant contact, against motions computed without the scheme.
if(PYTHON3_PROGRAM)
  add_test(NAME test_compliant_run_long
    COMMAND ${CMAKE_COMMAND} -E env PERP_LONG=1 ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/pks05/run/test_compliant_run.py)
  set_tests_properties(test_compliant_run_long PROPERTIES LABELS long
    TIMEOUT 3600 ENVIRONMENT "${PERP_TEST_ENV}")
  add_test(NAME test_compliant_coupled_long
    COMMAND ${CMAKE_COMMAND} -E env PERP_LONG=1 ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/pks05/run/test_compliant_coupled.py)
  set_tests_properties(test_compliant_coupled_long PROPERTIES LABELS long
    TIMEOUT 3600 ENVIRONMENT "${PERP_TEST_ENV}")
endif()
