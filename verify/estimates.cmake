# The estimates of GAP08's sections 5, 7 and 8 on the cases.
if(PYTHON3_PROGRAM)
  perp_add_test(test_estimates_command unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/test_estimates_command.py)
endif()

# Jacobians given by a scene.
if(PYTHON3_PROGRAM)
  perp_add_test(test_given unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/test_given.py)
endif()

# The step with alpha = gamma = 1 beside AP02's.
if(PYTHON3_PROGRAM)
  add_test(NAME ap02_step COMMAND ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/ap02_step.py)
  set_tests_properties(ap02_step PROPERTIES LABELS unit TIMEOUT 3600
    ENVIRONMENT "${PERP_TEST_ENV}")
endif()

# Errata of GAP08 that a run can show.
if(PYTHON3_PROGRAM)
  add_test(NAME errata COMMAND ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/errata.py)
  set_tests_properties(errata PROPERTIES LABELS unit TIMEOUT 3600
    ENVIRONMENT "${PERP_TEST_ENV}")
endif()
