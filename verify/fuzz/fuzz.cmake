# What any bytes do to perp and perp-check, see doc/65-reliability.md. A target is a file
# here with one function; without libFuzzer it gets the kept inputs and some that are made
# of them, in the default tests. With clang and -DPERP_FUZZ=ON it is libFuzzer's, which
# verify/fuzz/campaign.py builds and runs:
#     cmake --build build/release --target campaign
option(PERP_FUZZ "verify/fuzz as libFuzzer targets (clang only)" OFF)
set(FUZZ ${VERIFY}/fuzz)
set(fuzz_lcp_text problems.c)
set(fuzz_imports problems.c)
set(fuzz_tree small_lcp.c)
set(fuzz_solver small_lcp.c)
set(fuzz_scene guest.c library.c)
set(fuzz_core guest.c library.c)
set(fuzz_names lcp_text imports tree solver trace scene core command statement)

function(perp_fuzz name)
  list(TRANSFORM ARGN PREPEND ${FUZZ}/)
  add_executable(fuzz_${name} ${ARGN})
  target_compile_definitions(fuzz_${name} PRIVATE
    PERP_ROOT="${PROJECT_SOURCE_DIR}" _POSIX_C_SOURCE=200809L
    $<$<BOOL:${PERP_SANITIZE}>:FUZZ_SECONDS=10>)
  if(name STREQUAL statement)
    target_link_libraries(fuzz_${name} PRIVATE perp_checker)
  else()
    target_link_libraries(fuzz_${name} PRIVATE perp_face)
  endif()
  if("${ARGN}" MATCHES library)
    target_link_options(fuzz_${name} PRIVATE -Wl,--wrap=luaL_loadfilex)
  endif()
  if(PERP_FUZZ)
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  else()
    target_sources(fuzz_${name} PRIVATE ${FUZZ}/alone.c)
  endif()
endfunction()

foreach(name ${fuzz_names})
  perp_fuzz(${name} ${name}.c ${fuzz_${name}})
endforeach()

if(PERP_FUZZ)
  foreach(library perp_core perp_face perp_checker)
    target_compile_options(${library} PRIVATE -fsanitize=fuzzer-no-link)
  endforeach()
else()
  # How many are made of the kept inputs: some tenths of a second each.
  foreach(pair lcp_text:300 imports:300 tree:300 solver:20 trace:500 statement:100
      command:10 scene:10 core:4)
    string(REPLACE ":" ";" pair ${pair})
    list(GET pair 0 name)
    list(GET pair 1 rounds)
    perp_add_test(kept_${name} fuzz $<TARGET_FILE:fuzz_${name}>
      ${FUZZ}/kept/${name}.txt ${rounds})
    list(APPEND leaks kept_${name})
  endforeach()
  list(REMOVE_ITEM leaks kept_statement) # perp-check ends by a long jump
endif()

set(PERP_FUZZ_HOURS 8 CACHE STRING "How long the target campaign goes on")
mark_as_advanced(PERP_FUZZ_HOURS)
if(PYTHON3_PROGRAM)
  set(campaign ${PYTHON3_PROGRAM} -B ${FUZZ}/campaign.py)
  add_custom_target(campaign COMMAND ${campaign} hours ${PERP_FUZZ_HOURS} 2
    USES_TERMINAL VERBATIM)
  add_test(NAME fuzz_short COMMAND ${campaign} short 60)
  set_tests_properties(fuzz_short PROPERTIES LABELS long TIMEOUT 7200
    SKIP_RETURN_CODE 77)
endif()
