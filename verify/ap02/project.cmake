# The projection of positions in whole runs.
if(PYTHON3_PROGRAM)
  perp_add_test(two_bars unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/ap02/two_bars.py)
endif()
