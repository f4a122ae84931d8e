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
