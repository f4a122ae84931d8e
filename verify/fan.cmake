# perp run --branches, and laws of impact in runs, from outside.
if(PYTHON3_PROGRAM)
  foreach(name fan fan_table fan_figure hp23_runs hp23_space)
    perp_add_test(test_${name} unit ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/test_${name}.py)
  endforeach()
endif()
