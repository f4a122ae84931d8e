# Ten thousand claims; test_given has 120.
if(PYTHON3_PROGRAM)
  perp_add_test(test_given_long long ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/lcp/claim/test_given.py 10000)
  perp_add_test(bench_given bench ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/lcp/claim/bench_given.py)
endif()
