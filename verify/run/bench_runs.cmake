# Rows per second; some minutes.
if(PYTHON3_PROGRAM)
  perp_add_test(bench_runs bench ${PYTHON3_PROGRAM} -B
    ${CMAKE_CURRENT_LIST_DIR}/bench_runs.py)
endif()
