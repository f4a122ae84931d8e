# Studies of whole scenes, by the program from outside.
if(PYTHON3_PROGRAM)
  foreach(name converge converge_report hypotheses_command gap08 gap08_force
      cone_figure cone_ask)
    perp_add_test(test_${name} unit ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/test_${name}.py)
  endforeach()
endif()
