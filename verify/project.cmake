# The projection of positions in whole runs.
if(PYTHON3_PROGRAM)
  perp_add_test(test_project_step unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/test_project_step.py)
  perp_add_test(two_bars unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/two_bars.py)
endif()
