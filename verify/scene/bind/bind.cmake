# The bad-input suite: verify/scene/bind/bad_input.py over cases/wrong. By default all of
# it is refused, and a fourth of it under sanitizers; bad_input.long has them for all.
if(PYTHON3_PROGRAM)
  foreach(pair "bad_input:unit" "bad_input.long:long")
    string(REPLACE ":" ";" pair ${pair})
    list(GET pair 0 name)
    list(GET pair 1 label)
    add_test(NAME ${name}
      COMMAND ${PYTHON3_PROGRAM} ${PROJECT_SOURCE_DIR}/verify/scene/bind/bad_input.py)
    set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT 3600
      ENVIRONMENT "${PERP_TEST_ENV};PERP_PLAIN=$<TARGET_FILE:${PERP_DRIVEN}>")
  endforeach()
  set_property(TEST bad_input.long APPEND PROPERTY ENVIRONMENT PERP_LONG=1
    "PERP_BINARY=$<TARGET_FILE:perp>")
  if(PERP_SANITIZE AND NOT PERP_SANITIZE_ALL)
    set_property(TEST bad_input.long APPEND PROPERTY ENVIRONMENT
      "ASAN_OPTIONS=${PERP_LESS}")
  endif()
  add_test(NAME run_cases
    COMMAND ${PYTHON3_PROGRAM} ${PROJECT_SOURCE_DIR}/verify/scene/bind/run_cases.py)
  set_tests_properties(run_cases PROPERTIES LABELS unit
    ENVIRONMENT "${PERP_TEST_ENV}")
  # Five hundred changed scenes that fail; of another seed than the unit test's.
  add_test(NAME mutate_scenes COMMAND ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/scene/bind/test_mutate.py 500)
  set_tests_properties(mutate_scenes PROPERTIES LABELS long TIMEOUT 3600
    ENVIRONMENT "PERP_SEED=500;${PERP_TEST_ENV}")
else()
  message(WARNING "python3 is missing: bad_input and run_cases do not run")
endif()

# The same library from a stock Lua. Under the sanitizers their runtime has to
# come first.
if(LUA_PROGRAM)
  set(stock_env "${PERP_TEST_ENV}"
    "LUA_PATH=${PROJECT_SOURCE_DIR}/lua/?.lua\\;${PROJECT_SOURCE_DIR}/lua/?/init.lua"
    "LUA_CPATH=${CMAKE_BINARY_DIR}/lua/?.so")
  if(PERP_SANITIZE)
    execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libasan.so
      OUTPUT_VARIABLE asan OUTPUT_STRIP_TRAILING_WHITESPACE)
    list(APPEND stock_env "LD_PRELOAD=${asan}" "ASAN_OPTIONS=detect_leaks=0")
  endif()
  add_test(NAME stock_lua
    COMMAND ${LUA_PROGRAM} ${PROJECT_SOURCE_DIR}/verify/scene/bind/stock_lua.lua)
  set_tests_properties(stock_lua PROPERTIES LABELS unit
    ENVIRONMENT "${stock_env}")
endif()
