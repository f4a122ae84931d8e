# perp inclusion and perp cover from outside: python3 drives them.
if(PYTHON3_PROGRAM)
  perp_add_test(test_hp23_assumption long ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/hp23/inclusion/test_hp23_assumption.py)
  perp_add_test(test_ends_drawn long ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/hp23/inclusion/test_ends_drawn.py)
  perp_add_test(test_interleaved_long long ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/hp23/inclusion/test_interleaved.py long)
endif()
# More velocities, and random impacts, beside the sets of ends.
foreach(name test_ends test_ends_path test_ends_member)
  add_test(NAME ${name}_long COMMAND ${run_${name}})
  set_tests_properties(${name}_long PROPERTIES LABELS long
    ENVIRONMENT "PERP_TIMES=16;${PERP_TEST_ENV}" TIMEOUT 3600)
endforeach()
