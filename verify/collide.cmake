# perp impact from outside: python3 drives it.
if(PYTHON3_PROGRAM)
  foreach(name collide_impact listing)
    perp_add_test(test_${name} unit ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/test_${name}.py)
  endforeach()
endif()
