# cmake --build build/release --target coverage; of these rooms alone:
# cmake -DPERP_COVERAGE="src/base;verify/check" build/release. No test: it builds perp
# once more.
set(PERP_COVERAGE "" CACHE STRING "Rooms of the target coverage; empty: its own")
mark_as_advanced(PERP_COVERAGE)
if(PYTHON3_PROGRAM)
  add_custom_target(coverage COMMAND ${PYTHON3_PROGRAM} -B
    ${VERIFY}/house/coverage.py ${PERP_COVERAGE} USES_TERMINAL VERBATIM)
endif()
