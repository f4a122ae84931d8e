# The program from outside: python3 drives it.
if(PYTHON3_PROGRAM)

  # Which of all cases warn.
  perp_add_test(test_summary_whole long ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/scene/bind/test_summary.py whole)

  # Figures of all reaches: the gait, the box, RAMone, many samples.
  foreach(name reach_evolution reach_figure reach_laws)
    perp_add_test(test_${name} unit ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/cli/report/test_${name}.py)
    perp_add_test(test_${name}.long long ${CMAKE_COMMAND} -E env PERP_LONG=1
      ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/cli/report/test_${name}.py)
  endforeach()

  # Every case's impact as matrices, every file that is wrong.
  perp_add_test(test_impact_data_whole long ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/cli/test_impact_data.py whole)

  # Replays in Chromium; without it both are skipped and say so.
  foreach(pair "test_replay:unit:some" "replay_whole:long:whole")
    string(REPLACE ":" ";" pair ${pair})
    list(GET pair 0 name)
    list(GET pair 1 label)
    list(GET pair 2 which)
    add_test(NAME ${name} COMMAND ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/cli/test_replay.py ${which})
    set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT 3600
      SKIP_RETURN_CODE 77 ENVIRONMENT "${PERP_TEST_ENV}")
  endforeach()

  # A thousand runs with one process and with two.
  add_test(NAME bench_sweep COMMAND ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/cli/report/bench_sweep.py)
  set_tests_properties(bench_sweep PROPERTIES LABELS bench TIMEOUT 3600
    ENVIRONMENT "${PERP_TEST_ENV}")

  # lrsnash runs as a process of its own; without it the test is skipped and
  # says so.
  foreach(pair unit:40 long:400)
    string(REPLACE ":" ";" pair ${pair})
    list(GET pair 0 label)
    list(GET pair 1 games)
    add_test(NAME lrs_${label}
      COMMAND ${PYTHON3_PROGRAM} -B ${PROJECT_SOURCE_DIR}/verify/lcp/solve/lrs.py ${games})
    set_tests_properties(lrs_${label} PROPERTIES LABELS ${label} TIMEOUT 3600
      SKIP_RETURN_CODE 77 ENVIRONMENT "${PERP_TEST_ENV}")
  endforeach()
endif()

# Another thousand problems against brute force.
add_test(NAME test_enumerate_other_seed COMMAND ${run_test_enumerate})
set_tests_properties(test_enumerate_other_seed PROPERTIES LABELS long
  ENVIRONMENT "PERP_SEED=20021108;${PERP_TEST_ENV}" TIMEOUT 3600)
