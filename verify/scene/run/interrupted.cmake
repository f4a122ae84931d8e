# Seven signals and three kills by default, 200 and 1,000 when asked.
if(PYTHON3_PROGRAM)
  set(interrupted ${PROJECT_SOURCE_DIR}/verify/scene/run/test_interrupted.py)
  set(checks "${PERP_TEST_ENV};PERP_CHECK=$<TARGET_FILE:perp-check>")
  perp_add_test(test_interrupted unit ${PYTHON3_PROGRAM} -B ${interrupted})
  set_tests_properties(test_interrupted PROPERTIES ENVIRONMENT "${checks}")
  add_test(NAME test_interrupted_long
    COMMAND ${PYTHON3_PROGRAM} -B ${interrupted} 200)
  set_tests_properties(test_interrupted_long PROPERTIES LABELS faults
    ENVIRONMENT "PERP_SEED=2026;${checks}" TIMEOUT 3000)
endif()
