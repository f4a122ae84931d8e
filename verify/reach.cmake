# perp reach and perp merge from outside: python3 drives them.
if(PYTHON3_PROGRAM)
  foreach(name reach_sampling reach_command reach_figure merge_command
      hp23_sets)
    perp_add_test(test_${name} unit ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/test_${name}.py)
  endforeach()
endif()
