# perp reach and perp merge from outside: python3 drives them.
if(PYTHON3_PROGRAM)
  # The sets with sixteen times as many samples.
  add_test(NAME test_hp23_sets_long COMMAND ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/hp23/samples/test_hp23_sets.py)
  set_tests_properties(test_hp23_sets_long PROPERTIES LABELS long
    ENVIRONMENT "PERP_TIMES=16;${PERP_TEST_ENV}" TIMEOUT 3600)
  # Steps a hundred times as short.
  add_test(NAME test_held_long COMMAND ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/hp23/impact/test_held_bounds.py)
  set_tests_properties(test_held_long PROPERTIES LABELS long
    ENVIRONMENT "PERP_TIMES=16;${PERP_TEST_ENV}" TIMEOUT 3600)
  perp_add_test(bench_choosing bench ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/hp23/samples/bench_choosing.py)
endif()
# Lists by modes against the exact search: more steps, three contacts, the discs.
add_test(NAME test_step_modes_long COMMAND ${run_test_step_modes})
set_tests_properties(test_step_modes_long PROPERTIES LABELS long
  ENVIRONMENT "PERP_TIMES=8;${PERP_TEST_ENV}" TIMEOUT 3600)
