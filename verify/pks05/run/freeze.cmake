# A run cut at four places by default, more scenes at forty (ctest -L long).
if(PYTHON3_PROGRAM)
  set(freeze ${PYTHON3_PROGRAM} -B ${VERIFY}/pks05/run/test_compliant_freeze.py)
  perp_add_test(test_compliant_freeze unit ${freeze})
  perp_add_test(test_compliant_freeze.long long ${freeze} all)
endif()
