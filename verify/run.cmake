# cmake -D OUT=FILE -P run.cmake -- COMMAND...
# Runs a test, shows what it prints, and keeps that in FILE when the test ended
# with 0. A test that fails verifies nothing: FILE is then absent.
set(command "")
set(behind FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(k RANGE ${last})
  if(behind)
    list(APPEND command "${CMAKE_ARGV${k}}")
  elseif("${CMAKE_ARGV${k}}" STREQUAL "--")
    set(behind TRUE)
  endif()
endforeach()
file(REMOVE "${OUT}")
execute_process(COMMAND ${command} RESULT_VARIABLE result
  OUTPUT_VARIABLE output ECHO_OUTPUT_VARIABLE)
if(NOT result STREQUAL "0")
  message(FATAL_ERROR "the test ended with ${result}")
endif()
file(WRITE "${OUT}" "${output}")
