# The heart of perp-check as a program that is itself proven (doc/73-checker.md). It
# wants coqc, ocamlfind and zarith; without them test_proven says that it is skipped,
# and nothing else changes. The first of its tests builds the program.
find_program(COQC_PROGRAM coqc)
find_program(OCAMLFIND_PROGRAM ocamlfind)
set(zarith "")
if(OCAMLFIND_PROGRAM)
  execute_process(COMMAND ${OCAMLFIND_PROGRAM} query zarith OUTPUT_VARIABLE zarith
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
set(proven ${CMAKE_BINARY_DIR}/proven/proven-check)
if(COQC_PROGRAM AND EXISTS "${zarith}/zarith.cmxa")
  file(GLOB sources CONFIGURE_DEPENDS ${VERIFY}/proven/*.v ${VERIFY}/proven/*.ml)
  add_custom_command(OUTPUT ${proven}
    COMMAND sh ${VERIFY}/proven/build.sh ${VERIFY}/proven ${CMAKE_BINARY_DIR}/proven
      ${COQC_PROGRAM} ${OCAMLFIND_PROGRAM}
    DEPENDS ${sources} ${VERIFY}/proven/build.sh VERBATIM)
  add_custom_target(proven_program DEPENDS ${proven})
  add_test(NAME proven_program COMMAND ${CMAKE_COMMAND}
    --build ${CMAKE_BINARY_DIR} --target proven_program)
  set_tests_properties(proven_program PROPERTIES LABELS proven
    FIXTURES_SETUP proven TIMEOUT 3600)
endif()

if(PYTHON3_PROGRAM)
  function(perp_proven_test name label file)
    perp_certificate_test(${name} "${label}" ${file} ${ARGN})
    set_tests_properties(${name} PROPERTIES FIXTURES_REQUIRED proven)
    set_property(TEST ${name} APPEND PROPERTY ENVIRONMENT "PERP_PROVEN=${proven}"
      "PERP_COQC=${COQC_PROGRAM}")
  endfunction()
  if(TARGET proven_program)
    perp_proven_test(test_proven proven test_proven.py)
    perp_proven_test(proven_cases proven test_certificate_cases.py)
    set_property(TEST proven_cases APPEND PROPERTY ENVIRONMENT "PERP_LONG=1")
    perp_proven_test(proven_lists proven test_lists.py)
    perp_proven_test(proven_rebounds proven test_certificate_rebound.py)
    perp_proven_test(proven_each_line "proven;long" test_proven.py lines)
    perp_proven_test(proven_forge "proven;long" forge.py 0.05 0.02)
    perp_proven_test(proven_forge_each "proven;long" forge.py 1 each)
    perp_proven_test(proven_forge_drawn "proven;long" forge.py 0.1 drawn)
  else()
    message(STATUS "SKIPPED: the proven checker, for coqc, ocamlfind or zarith is "
      "missing")
    add_test(NAME test_proven COMMAND ${CMAKE_COMMAND} -E echo
      "SKIPPED: coqc, ocamlfind or zarith (libzarith-ocaml-dev) is missing, and the \
proven checker is neither built nor asked")
    set_tests_properties(test_proven PROPERTIES LABELS proven
      SKIP_REGULAR_EXPRESSION SKIPPED)
  endif()
endif()
