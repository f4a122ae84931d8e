# The cases of AP02 as whole runs: the two bodies, two spinning ones in space,
# other systems with springs, partly elastic collisions.
if(PYTHON3_PROGRAM)
  foreach(test IN ITEMS stiff_cases stiff_systems spinning_pair)
    perp_add_test(${test} unit ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/ap02/${test}.py)
  endforeach()
endif()
