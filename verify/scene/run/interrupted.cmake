# Seven signals by default, two hundred when asked.
if(PYTHON3_PROGRAM)
  set(interrupted ${PROJECT_SOURCE_DIR}/verify/scene/run/test_interrupted.py)
  perp_add_test(test_interrupted unit ${PYTHON3_PROGRAM} -B ${interrupted})
  add_test(NAME test_interrupted_long
    COMMAND ${PYTHON3_PROGRAM} -B ${interrupted} 200)
  set_tests_properties(test_interrupted_long PROPERTIES LABELS faults
    ENVIRONMENT "PERP_SEED=2026;${PERP_TEST_ENV}" TIMEOUT 3000)
endif()
