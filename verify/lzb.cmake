# A law of stiffness ratios beside samples of HP23's set.
if(PYTHON3_PROGRAM)
  perp_add_test(test_lzb unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/test_lzb.py)
endif()
