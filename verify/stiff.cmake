# The cases of AP02 as whole runs.
if(PYTHON3_PROGRAM)
  perp_add_test(stiff_cases unit ${PYTHON3_PROGRAM}
    ${PROJECT_SOURCE_DIR}/verify/stiff_cases.py)
endif()
# Partly elastic collisions in whole runs.
if(PYTHON3_PROGRAM)
  perp_add_test(test_rebound unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/test_rebound.py)
endif()
