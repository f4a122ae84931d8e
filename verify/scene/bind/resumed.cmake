# Twenty kills by default, a thousand when asked (ctest -L faults).
if(PYTHON3_PROGRAM)
  set(resumed ${PYTHON3_PROGRAM} -B ${VERIFY}/scene/bind/test_resumed.py)
  set(checks "${PERP_TEST_ENV};PERP_CHECK=$<TARGET_FILE:perp-check>")
  perp_add_test(test_resumed unit ${resumed})
  perp_add_test(test_resumed.long faults ${resumed} 1000)
  set_tests_properties(test_resumed test_resumed.long PROPERTIES
    ENVIRONMENT "${checks}")
endif()
