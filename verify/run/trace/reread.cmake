# Of what is refused of a trace a part by default, all of it when asked (ctest -L long).
if(PYTHON3_PROGRAM)
  set(reread ${PYTHON3_PROGRAM} -B ${VERIFY}/run/trace/test_reread.py)
  perp_add_test(test_reread unit ${reread})
  perp_add_test(test_reread.long long ${reread} all)
endif()
