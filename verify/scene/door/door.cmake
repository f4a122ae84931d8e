# Ten thousand cycles of create and free; the default test has two hundred.
find_package(Threads REQUIRED)
target_link_libraries(test_door PRIVATE Threads::Threads)
perp_add_test(test_door_cycles long ${CMAKE_COMMAND} -E env PERP_LONG=1
  $<TARGET_FILE:test_door>)
