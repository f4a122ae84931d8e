# The estimates of GAP08's sections 5, 7 and 8 on the cases.

# Jacobians given by a scene.

# The step with alpha = gamma = 1 beside AP02's.
if(PYTHON3_PROGRAM)
  add_test(NAME ap02_step COMMAND ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/ap02/ap02_step.py)
  set_tests_properties(ap02_step PROPERTIES LABELS unit TIMEOUT 3600
    ENVIRONMENT "${PERP_TEST_ENV}")
endif()

# Errata of GAP08 that a run can show.
if(PYTHON3_PROGRAM)
  add_test(NAME errata COMMAND ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/gap08/run/errata.py)
  set_tests_properties(errata PROPERTIES LABELS unit TIMEOUT 3600
    ENVIRONMENT "${PERP_TEST_ENV}")
endif()
