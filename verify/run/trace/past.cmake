# A few bytes of a trace changed by default, each of them when asked (ctest -L long).
if(PYTHON3_PROGRAM)
  set(past ${PYTHON3_PROGRAM} -B ${VERIFY}/run/trace/test_past.py)
  perp_add_test(test_past unit ${past})
  perp_add_test(test_past.long long ${past} all)
endif()
