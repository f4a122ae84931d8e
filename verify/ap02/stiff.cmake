# The cases of AP02 as whole runs: the two bodies, two spinning ones in space,
# other systems with springs, partly elastic collisions.
if(PYTHON3_PROGRAM)
  foreach(test IN ITEMS stiff_cases stiff_systems spinning_pair)
    set(file ${VERIFY}/ap02/${test}.py)
    perp_add_test(${test} unit ${PYTHON3_PROGRAM} -B ${file})
    perp_long(${test} ${file} ${PYTHON3_PROGRAM} -B ${file})
  endforeach()
endif()
