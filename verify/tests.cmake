# verify/test_<module>.c is one CTest with label unit; verify/prop_<what>.c
# carries the label property; verify/bench_<what>.c is built with the rest and
# runs only under the label bench (ctest -L bench); verify/fuzz_<what>.c has
# the label fuzz. A file verify/<name>.cmake may add what does not fit; it calls
# perp_add_test(NAME LABEL COMMAND...) so that the test's output is kept in
# build/<preset>/ran/NAME.txt, which the ledger reads. NAME is the stem of the
# file whose claims the test verifies, or stem.something. With sanitizers the
# compiler's time is most of a test program's: they are built with -O1.
set(PERP_TEST_ENV "PERP_SOURCE=${PROJECT_SOURCE_DIR}"
  "PERP_BINARY=$<TARGET_FILE:perp>" "LC_ALL=C")

function(perp_add_test name label)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND}
    -D OUT=${CMAKE_BINARY_DIR}/ran/${name}.txt
    -P ${PROJECT_SOURCE_DIR}/verify/run.cmake -- ${ARGN})
  set_tests_properties(${name} PROPERTIES LABELS ${label}
    ENVIRONMENT "${PERP_TEST_ENV}" TIMEOUT 3600)
endfunction()

function(perp_test prefix label)
  file(GLOB sources CONFIGURE_DEPENDS
    ${PROJECT_SOURCE_DIR}/verify/${prefix}_*.c)
  foreach(source ${sources})
    get_filename_component(name ${source} NAME_WE)
    add_executable(${name} ${source})
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/verify)
    target_link_libraries(${name} PRIVATE perp_face)
    target_compile_options(${name} PRIVATE $<$<BOOL:${PERP_SANITIZE}>:-O1>)
    perp_add_test(${name} ${label} $<TARGET_FILE:${name}>)
  endforeach()
endfunction()

perp_test(test unit)
perp_test(prop property)
perp_test(fuzz fuzz)
perp_test(bench bench)

file(GLOB more CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/verify/*.cmake)
list(REMOVE_ITEM more ${PROJECT_SOURCE_DIR}/verify/tests.cmake
  ${PROJECT_SOURCE_DIR}/verify/run.cmake)
foreach(file ${more})
  include(${file})
endforeach()
