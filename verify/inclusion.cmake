# perp inclusion and perp cover from outside: python3 drives them.
if(PYTHON3_PROGRAM)
  foreach(name inclusion_command cover_command)
    perp_add_test(test_${name} unit ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/test_${name}.py)
  endforeach()
endif()
