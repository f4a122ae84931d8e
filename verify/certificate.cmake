# Certificates: perp writes, perp-check and a second checker in Python read.
add_executable(judge ${PROJECT_SOURCE_DIR}/verify/judge.c)
target_link_libraries(judge PRIVATE perp_checker)

if(PYTHON3_PROGRAM)
  function(perp_certificate_test name label file)
    add_test(NAME ${name} COMMAND ${CMAKE_COMMAND}
      -D OUT=${CMAKE_BINARY_DIR}/ran/${name}.txt
      -P ${PROJECT_SOURCE_DIR}/verify/run.cmake -- ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/${file} ${ARGN})
    set_tests_properties(${name} PROPERTIES LABELS "${label}"
      ENVIRONMENT "${PERP_TEST_ENV};PERP_CHECK=$<TARGET_FILE:perp-check>;\
PERP_JUDGE=$<TARGET_FILE:judge>" TIMEOUT 3000)
  endfunction()
  perp_certificate_test(test_certificate unit test_certificate.py)
  perp_certificate_test(test_certify unit test_certify.py)
  perp_certificate_test(test_statement unit test_statement.py)
  perp_certificate_test(test_lines unit test_lines.py)
  perp_certificate_test(forge_sample unit forge.py 15)
  perp_certificate_test(forge_whole "long;forge" forge.py 0)
  perp_certificate_test(bench_certificate bench bench_certificate.py)
endif()
