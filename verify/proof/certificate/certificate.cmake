# Certificates: perp writes, perp-check and a second checker in Python read.
# The checker without sanitizers, for programs that ask it often: the judge of the
# forgeries; and perp-check, its main under another name, with memory refused.
set(check ${PROJECT_SOURCE_DIR}/verify/check)
file(GLOB plain CONFIGURE_DEPENDS ${check}/*.c)
list(REMOVE_ITEM plain ${check}/main.c ${check}/ask.c ${check}/fuzz.c)
add_library(plain_checker STATIC ${plain})
target_include_directories(plain_checker PUBLIC ${check})
target_compile_options(plain_checker PUBLIC -O2 -ffp-contract=off)
target_link_libraries(plain_checker PUBLIC ${GMP_LIBRARY} m)

add_executable(judge ${PROJECT_SOURCE_DIR}/verify/proof/certificate/judge.c)
target_link_libraries(judge PRIVATE plain_checker)

add_executable(room ${PROJECT_SOURCE_DIR}/verify/proof/certificate/room.c)
target_compile_definitions(room PRIVATE _POSIX_C_SOURCE=200809L)
target_link_libraries(room PRIVATE plain_checker)
perp_add_test(checker_room unit $<TARGET_FILE:room>)

add_executable(no_memory ${PROJECT_SOURCE_DIR}/verify/proof/certificate/no_memory.c ${check}/main.c
  ${check}/ask.c)
set_source_files_properties(${check}/main.c PROPERTIES
  COMPILE_OPTIONS "-Dmain=perp_check_main")
target_link_libraries(no_memory PRIVATE plain_checker)

# Exact Lemke from the start, for bench_certificate.
add_executable(cold ${PROJECT_SOURCE_DIR}/verify/lcp/solve/cold.c)
target_link_libraries(cold PRIVATE perp_core)

# perp-check under the sanitizers, on the kept corpus and on what is made of it.
# With PERP_FUZZ it is libFuzzer's, see verify/fuzz.
add_executable(fuzz_check ${PROJECT_SOURCE_DIR}/verify/check/fuzz.c)
target_link_libraries(fuzz_check PRIVATE perp_checker)
if(PERP_FUZZ)
  target_compile_definitions(fuzz_check PRIVATE PERP_LIBFUZZER)
  target_link_options(fuzz_check PRIVATE -fsanitize=fuzzer)
else()
  perp_add_test(fuzz_check fuzz $<TARGET_FILE:fuzz_check>
    ${PROJECT_SOURCE_DIR}/verify/corpus_certificate 5000)
endif()

# The unit in which bench_yardstick tells costs.
add_executable(yardstick ${PROJECT_SOURCE_DIR}/verify/number/linear/yardstick.c)
perp_helpers(yardstick ${PROJECT_SOURCE_DIR}/verify/number/linear/yardstick.c)
target_link_libraries(yardstick PRIVATE perp_core)

if(PYTHON3_PROGRAM)
  function(perp_certificate_test name label file)
    file(GLOB_RECURSE file ${VERIFY}/${file})
    add_test(NAME ${name} COMMAND sh ${VERIFY}/run.sh
      ${CMAKE_BINARY_DIR}/ran/${name}.txt ${PYTHON3_PROGRAM} -B ${file} ${ARGN})
    set_tests_properties(${name} PROPERTIES LABELS "${label}"
      ENVIRONMENT "${PERP_TEST_ENV};PERP_CHECK=$<TARGET_FILE:${PERP_ASKED}>;\
PERP_JUDGE=$<TARGET_FILE:judge>" TIMEOUT 3600)
  endfunction()
  perp_certificate_test(test_certificate unit test_certificate.py)
  perp_certificate_test(test_certificate.long long test_certificate.py)
  set_property(TEST test_certificate.long APPEND PROPERTY ENVIRONMENT PERP_LONG=1)
  perp_certificate_test(test_certificate_cases unit
    test_certificate_cases.py)
  perp_certificate_test(test_certificate_rebound unit
    test_certificate_rebound.py)
  perp_certificate_test(certificate_rebound_whole long test_certificate_rebound.py)
  set_property(TEST certificate_rebound_whole APPEND PROPERTY ENVIRONMENT PERP_LONG=1)
  perp_certificate_test(certificate_cases_whole long
    test_certificate_cases.py whole)
  perp_certificate_test(test_certificate_cases.long long test_certificate_cases.py)
  set_property(TEST test_certificate_cases.long APPEND PROPERTY ENVIRONMENT PERP_LONG=1)
  perp_certificate_test(test_compliant_record unit test_compliant_record.py)
  perp_certificate_test(compliant_record_whole long test_compliant_record.py
    whole)
  perp_certificate_test(test_certify unit test_certify.py)
  perp_certificate_test(test_check_memory unit test_check_memory.py)
  set_property(TEST test_check_memory APPEND PROPERTY ENVIRONMENT
    "PERP_NO_MEMORY=$<TARGET_FILE:no_memory>")
  perp_certificate_test(test_lists unit test_lists.py)
  perp_certificate_test(test_cones unit test_cones.py)
  perp_certificate_test(test_impact_record unit test_impact_record.py)
  perp_certificate_test(impact_record_whole long test_impact_record.py whole)
  perp_certificate_test(test_chaining unit test_chaining.py)
  perp_certificate_test(test_held_springs unit test_held_springs.py)
  perp_certificate_test(test_refusals unit test_refusals.py)
  perp_certificate_test(test_check_borders unit test_check_borders.py)
  perp_certificate_test(test_level2_borders unit test_level2_borders.py)
  perp_certificate_test(test_show_borders unit test_show_borders.py)
  perp_certificate_test(test_require unit test_require.py)
  perp_certificate_test(test_front unit test_front.py)
  perp_certificate_test(front_whole long test_front.py whole)
  perp_certificate_test(test_kept_last unit test_kept_last.py)
  perp_certificate_test(test_show unit test_show.py)
  perp_certificate_test(test_statement unit test_statement.py)
  perp_certificate_test(test_lines unit test_lines.py)
  perp_certificate_test(test_moreau unit test_moreau.py)
  perp_certificate_test(moreau_whole long test_moreau.py)
  set_property(TEST moreau_whole APPEND PROPERTY ENVIRONMENT PERP_LONG=1)
  perp_certificate_test(test_certificate_stress unit
    test_certificate_stress.py)
  perp_certificate_test(certificate_stress_whole long
    test_certificate_stress.py whole)
  perp_certificate_test(forge_sample unit forge.py 0.003 0.0003)
  perp_certificate_test(forge_whole "long;forge" forge.py 1)
  perp_certificate_test(forge_each "long;forge" forge.py 1 each)
  perp_certificate_test(forge_drawn "long;forge" forge.py 0.1 drawn)
  set_tests_properties(forge_sample forge_whole forge_each forge_drawn PROPERTIES
    PROCESSORS 2)
  set_tests_properties(forge_whole PROPERTIES TIMEOUT 21600)
  # The page's checker runs under node; without it both are skipped and say so.
  foreach(pair "test_page_checker:unit:200" "page_checker_whole:long:10000")
    string(REPLACE ":" ";" pair ${pair})
    list(GET pair 0 name)
    list(GET pair 1 label)
    list(GET pair 2 forgeries)
    add_test(NAME ${name} COMMAND ${PYTHON3_PROGRAM} -B
      ${VERIFY}/proof/certificate/test_page_checker.py ${forgeries})
    set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT 3600
      SKIP_RETURN_CODE 77 ENVIRONMENT "${PERP_TEST_ENV};\
PERP_CHECK=$<TARGET_FILE:${PERP_ASKED}>;PERP_JUDGE=$<TARGET_FILE:judge>")
  endforeach()
  perp_certificate_test(bench_certificate bench bench_certificate.py)
  perp_certificate_test(bench_yardstick bench bench_yardstick.py)
  set_property(TEST bench_yardstick APPEND PROPERTY ENVIRONMENT
    "PERP_YARDSTICK=$<TARGET_FILE:yardstick>")
  set_property(TEST bench_certificate APPEND PROPERTY ENVIRONMENT
    "PERP_COLD=$<TARGET_FILE:cold>")
endif()
