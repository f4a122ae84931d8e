# Ten thousand cycles of create and free; the default test has a hundred.
find_package(Threads REQUIRED)
target_link_libraries(${program_test_door} PRIVATE Threads::Threads)
perp_add_test(test_door_cycles long ${CMAKE_COMMAND} -E env PERP_LONG=1
  ${run_test_door})

# What loads a library with sanitizers wants their runtime first.
if(PYTHON3_PROGRAM)
  perp_add_test(test_perp unit ${PYTHON3_PROGRAM} -B
    ${CMAKE_CURRENT_LIST_DIR}/test_perp.py)
  perp_add_test(test_install unit ${PYTHON3_PROGRAM} -B
    ${VERIFY}/house/test_install.py)
  if(PERP_SANITIZE)
    execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libasan.so
      OUTPUT_VARIABLE asan OUTPUT_STRIP_TRAILING_WHITESPACE)
    set_property(TEST test_perp test_install APPEND PROPERTY ENVIRONMENT
      "PERP_PRELOAD=${asan}")
  endif()
endif()
