# perp inclusion and perp cover from outside: python3 drives them.
if(PYTHON3_PROGRAM)
  perp_add_test(test_hp23_assumption long ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/hp23/inclusion/test_hp23_assumption.py)
endif()
