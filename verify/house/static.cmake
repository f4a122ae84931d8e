# cmake --build build/release --target static; as a test it is long.
if(PYTHON3_PROGRAM)
  set(static ${PYTHON3_PROGRAM} -B ${VERIFY}/house/static.py)
  add_custom_target(static COMMAND ${static} USES_TERMINAL VERBATIM)
  add_test(NAME static COMMAND ${static})
  set_tests_properties(static PROPERTIES LABELS long TIMEOUT 3600)
endif()
