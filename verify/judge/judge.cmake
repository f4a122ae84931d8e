# Five hundred plants, of which the default test has sixteen.
if(PYTHON3_PROGRAM)
  foreach(pair "test_judge:unit:16" "test_judge_all:long:500")
    string(REPLACE ":" ";" pair ${pair})
    list(GET pair 0 name)
    list(GET pair 1 label)
    list(GET pair 2 plants)
    perp_add_test(${name} ${label} ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/judge/test_judge.py ${plants})
  endforeach()
  perp_add_test(bench_judge bench ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/judge/bench_judge.py)
endif()
