# The generator of src/number/sincos_table.h, whose output must be the file; and
# ten million arguments instead of one (ctest -L long).
add_executable(make_sincos_table
  ${PROJECT_SOURCE_DIR}/verify/number/make_sincos_table.c)
target_link_libraries(make_sincos_table PRIVATE perp_flags ${MPFR_LIBRARY}
  ${GMP_LIBRARY})
add_test(NAME sincos_table COMMAND sh -c "'$<TARGET_FILE:make_sincos_table>' | \
cmp - '${PROJECT_SOURCE_DIR}/src/number/sincos_table.h'")
set_tests_properties(sincos_table PROPERTIES LABELS unit)

add_test(NAME sincos_1e7 COMMAND ${run_test_sincos} 10000000)
set_tests_properties(sincos_1e7 PROPERTIES LABELS long
  ENVIRONMENT "${PERP_TEST_ENV}" TIMEOUT 3600)

# MPFR allocates for every argument: a short quarantine saves half the time.
set_tests_properties(test_sincos sincos_1e7 PROPERTIES ENVIRONMENT
  "${PERP_TEST_ENV};ASAN_OPTIONS=quarantine_size_mb=1:malloc_context_size=1:thread_local_quarantine_size_kb=64")
