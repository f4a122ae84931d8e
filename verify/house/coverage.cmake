# cmake --build build/release --target coverage; of some rooms alone:
# cmake -DPERP_COVERAGE="src/base;verify/check" build/release. No test: it builds perp
# once more. cmake --build build/release --target mcdc builds it with clang.
set(PERP_COVERAGE "" CACHE STRING "Rooms of the target coverage; empty: all")
mark_as_advanced(PERP_COVERAGE)
if(PYTHON3_PROGRAM)
  add_custom_target(coverage COMMAND ${PYTHON3_PROGRAM} -B
    ${VERIFY}/house/coverage.py ${PERP_COVERAGE} USES_TERMINAL VERBATIM)
  add_custom_target(mcdc COMMAND ${PYTHON3_PROGRAM} -B ${VERIFY}/house/mcdc.py
    USES_TERMINAL VERBATIM)
endif()
