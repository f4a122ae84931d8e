# verify has the wings and rooms of src: the test of src/A/x.c is verify/A/test_x.*.
# A C file test_* is one CTest with label unit; prop_* carries the label property;
# bench_* is built with the rest, with sanitizers only for whoever names it, and runs
# only under the label bench (ctest -L bench);
# fuzz_* has the label fuzz. A file *.cmake of a wing adds what wants more than
# that; a test_*.py of which none says anything is a unit test. All go through
# perp_add_test(NAME LABEL COMMAND...), which keeps what a test prints in
# build/<preset>/ran/NAME.txt, where the ledger reads it. NAME is the stem of the
# file whose claims the test verifies, or stem.something. What tests of several
# wings use is in verify/tools. With sanitizers the compiler's time is most of a test
# program's, and what it computes itself is little: they are built with -O0, what they
# call is not.
set(VERIFY ${PROJECT_SOURCE_DIR}/verify)

function(perp_verify_files out pattern)
  file(GLOB_RECURSE all CONFIGURE_DEPENDS ${VERIFY}/${pattern})
  list(FILTER all EXCLUDE REGEX "/verify/(check|peers|mutants|corpus)")
  set(${out} ${all} PARENT_SCOPE)
endfunction()

# Helpers are found in the folder of their user, above it, and in tools.
function(perp_helpers target source)
  get_filename_component(place ${source} DIRECTORY)
  while(NOT place STREQUAL VERIFY)
    target_include_directories(${target} PRIVATE ${place})
    get_filename_component(place ${place} DIRECTORY)
  endwhile()
  target_include_directories(${target} PRIVATE ${VERIFY}/tools)
endfunction()

perp_verify_files(python *.py)
set(folders "")
foreach(file ${python})
  get_filename_component(place ${file} DIRECTORY)
  list(APPEND folders ${place})
endforeach()
list(REMOVE_DUPLICATES folders)
list(JOIN folders ":" folders)
set(PERP_DRIVEN perp)
set(PERP_ASKED perp-check)
if(TARGET perp_unchecked)
  set(PERP_DRIVEN perp_unchecked)
  set(PERP_ASKED check_unchecked)
endif()
set(PERP_TEST_ENV "PERP_SOURCE=${PROJECT_SOURCE_DIR}"
  "PERP_BINARY=$<TARGET_FILE:${PERP_DRIVEN}>" "PYTHONPATH=${folders}" "LC_ALL=C"
  "PERP_SYNC=no")
# Sanitizers make a command three times as long, the search for leaks half as long
# again. The preset `sanitize` has both everywhere; `test` has both in what is written
# in C and in `checked`, by which every subcommand, every case and of the refusals a
# fourth, drawn by the seed, are run (all of them under the label long), and sanitizers in `beside`, which ask for what is built beside the program. The other
# tests call the program without. Half of what a test in C takes is spent in the address
# sanitizer's malloc: what has been given back is remembered up to 16 megabytes and not
# 256, and with one caller and not thirty: a tenth of the time; whoever looks for a leak
# sets malloc_context_size. `sanitize` has the sanitizer's own limits.
set(PERP_LESS "quarantine_size_mb=16:malloc_context_size=1:intercept_tls_get_addr=0")
set(PERP_QUICK "ASAN_OPTIONS=detect_leaks=0:${PERP_LESS}")
set(checked run_cases bad_input test_command test_compare_command test_cover_command
  test_hp23_bad_input test_hypotheses_command test_judge_command test_lists
  test_merge_command test_movie_command test_require test_run test_solve
  test_solve_given test_subcommands_once)
set(beside test_perp test_modules test_eq test_install test_check_memory)
set(leaks ${checked})
if(PERP_SANITIZE AND NOT PERP_SANITIZE_ALL)
  list(APPEND PERP_TEST_ENV ${PERP_QUICK})
endif()

# Python needs no packages (-S), and what it has compiled is kept beside the build (no -B).
list(APPEND PERP_TEST_ENV "PYTHONPYCACHEPREFIX=${CMAKE_BINARY_DIR}/pycache")

function(perp_add_test name label)
  list(TRANSFORM ARGN REPLACE "^-B$" "-S")
  add_test(NAME ${name} COMMAND sh ${VERIFY}/run.sh ${CMAKE_BINARY_DIR}/ran/${name}.txt
    ${ARGN})
  set_tests_properties(${name} PROPERTIES LABELS ${label}
    ENVIRONMENT "${PERP_TEST_ENV}" TIMEOUT 3600)
endfunction()

# A test that asks how many of its cases it is to take (check_times in check.h, times in
# times.py) takes a fourth of them, and all in its twin under the label long.
function(perp_long name source)
  file(STRINGS ${source} asks REGEX "check_times|from times import" LIMIT_COUNT 1)
  if(asks)
    perp_add_test(${name}.long long ${CMAKE_COMMAND} -E env PERP_LONG=1 ${ARGN})
  endif()
endfunction()

# A test in C is a program. In the preset `test` those of a folder are one program, which
# is told the test's name: what make, CMake and the linker do for a program costs as much
# as to compile a test. Only the names of their functions main are changed. A main that
# has arguments stays alone, and so does who defines libc's calls or is linked with
# perp-check, whose memory.c has names of perp's. Either is the target ${program_NAME} and
# the command ${run_NAME}, and NAME is a target, too.
set(together OFF)
if(PERP_SANITIZE AND NOT PERP_SANITIZE_ALL)
  set(together ON)
endif()

function(perp_test_program target)
  add_executable(${target} ${ARGN})
  perp_helpers(${target} ${ARGV1})
  target_compile_options(${target} PRIVATE $<$<BOOL:${PERP_SANITIZE}>:-O0>)
  target_link_libraries(${target} PRIVATE perp_face)
endfunction()

macro(perp_test prefix label)
  perp_verify_files(sources ${prefix}_*.c)
  foreach(source ${sources})
    get_filename_component(name ${source} NAME_WE)
    file(STRINGS ${source} alone REGEX "^int main.int|refused_calls.h" LIMIT_COUNT 1)
    if(together AND NOT alone AND NOT name STREQUAL "test_systems")
      get_filename_component(folder ${source} DIRECTORY)
      file(RELATIVE_PATH folder ${VERIFY} ${folder})
      string(REPLACE "/" "_" program_${name} "tests_${folder}")
      list(APPEND programs ${program_${name}})
      list(APPEND ${program_${name}} ${source})
      set(run_${name} $<TARGET_FILE:${program_${name}}> ${name})
    else()
      perp_test_program(${name} ${source})
      if("${label};${PERP_SANITIZE}" STREQUAL "bench;ON")
        set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
      endif()
      set(program_${name} ${name})
      set(run_${name} $<TARGET_FILE:${name}>)
    endif()
    perp_add_test(${name} ${label} ${run_${name}})
    list(APPEND leaks ${name})
    perp_long(${name} ${source} ${run_${name}})
  endforeach()
endmacro()

# The program of several tests; its main is made of verify/tools/together.c.in.
function(perp_together target)
  set(place ${CMAKE_BINARY_DIR}/together/${target})
  set(declared "")
  set(listed "")
  foreach(source ${ARGN})
    get_filename_component(name ${source} NAME_WE)
    string(APPEND declared "int main_${name}(void)$<SEMICOLON>\n")
    string(APPEND listed "        {\"${name}\", main_${name}},\n")
    set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -include ${place}.h)
    set_source_files_properties(${source} PROPERTIES
      COMPILE_DEFINITIONS main=main_${name} OBJECT_DEPENDS ${place}.h)
    add_custom_target(${name} DEPENDS ${target})
  endforeach()
  string(REPLACE "$<SEMICOLON>" ";" declared "${declared}")
  file(CONFIGURE OUTPUT ${place}.h CONTENT "${declared}")
  configure_file(${VERIFY}/tools/together.c.in ${place}.c @ONLY)
  perp_test_program(${target} ${ARGN} ${place}.c)
endfunction()

perp_test(test unit)
perp_test(prop property)
perp_test(fuzz fuzz)
if(programs)
  list(REMOVE_DUPLICATES programs)
endif()
foreach(program ${programs})
  perp_together(${program} ${${program}})
endforeach()

set(together OFF)
perp_test(bench bench)

perp_verify_files(more *.cmake)
list(REMOVE_ITEM more ${VERIFY}/tests.cmake)
foreach(file ${more})
  include(${file})
endforeach()

# Two files with one name would be one test, and the second of them would never run.
set(stems "")
foreach(pattern test_*.c prop_*.c fuzz_*.c bench_*.c test_*.py)
  perp_verify_files(named ${pattern})
  foreach(file ${named})
    get_filename_component(name ${file} NAME_WE)
    if(name IN_LIST stems)
      message(FATAL_ERROR "another test has the name of ${file}")
    endif()
    list(APPEND stems ${name})
  endforeach()
endforeach()

if(PYTHON3_PROGRAM)
  perp_verify_files(python test_*.py)
  foreach(file ${python})
    get_filename_component(name ${file} NAME_WE)
    get_property(tests DIRECTORY ${PROJECT_SOURCE_DIR} PROPERTY TESTS)
    list(FILTER tests INCLUDE REGEX "^${name}([.].*)?$")
    if(NOT tests)
      perp_add_test(${name} unit ${PYTHON3_PROGRAM} -B ${file})
      perp_long(${name} ${file} ${PYTHON3_PROGRAM} -B ${file})
    endif()
  endforeach()
else()
  message(WARNING "python3 is missing: the tests that drive perp and the ledger, \
which compares claims with the tests that ran, are left out")
endif()

# Where leaks are looked for, and where the program is the one with sanitizers.
function(perp_change_env names from to)
  get_property(tests DIRECTORY ${PROJECT_SOURCE_DIR} PROPERTY TESTS)
  foreach(name ${names})
    if(NOT name IN_LIST tests)
      if(NOT PYTHON3_PROGRAM)
        continue()
      endif()
      message(WARNING "no test ${name} to run under sanitizers")
    else()
      get_test_property(${name} ENVIRONMENT env)
      list(TRANSFORM env REPLACE "^${from}$" "${to}")
      list(REMOVE_ITEM env "")
      set_tests_properties(${name} PROPERTIES ENVIRONMENT "${env}")
    endif()
  endforeach()
endfunction()
perp_change_env("${leaks}" ${PERP_QUICK} "ASAN_OPTIONS=${PERP_LESS}")
if(TARGET perp_unchecked)
  perp_change_env("${checked};${beside};test_certificate"
    "PERP_CHECK=[$]<TARGET_FILE:check_unchecked>" "PERP_CHECK=$<TARGET_FILE:perp-check>")
  perp_change_env("${checked};${beside}"
    "PERP_BINARY=[$]<TARGET_FILE:perp_unchecked>" "PERP_BINARY=$<TARGET_FILE:perp>")
endif()
