# perp inclusion and perp cover from outside: python3 drives them.
if(PYTHON3_PROGRAM)
  foreach(name inclusion_command zeno cover_command hp23_figures
      hp23_bad_input)
    perp_add_test(test_${name} unit ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/test_${name}.py)
  endforeach()
endif()
if(PYTHON3_PROGRAM)
  perp_add_test(test_hp23_assumption long ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/test_hp23_assumption.py)
endif()
