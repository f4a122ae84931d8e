# A run cut at four places by default, more scenes at forty (ctest -L long).
if(PYTHON3_PROGRAM)
  set(freeze ${PYTHON3_PROGRAM} -B ${VERIFY}/p10/test_paoli_freeze.py)
  perp_add_test(test_paoli_freeze unit ${freeze})
  perp_add_test(test_paoli_freeze.long long ${freeze} all)
endif()
