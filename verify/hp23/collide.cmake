# perp impact from outside: python3 drives it.

# Every problem of 4096 samples of each example proven.
add_test(NAME prop_samples_proven_many COMMAND ${run_prop_samples_proven})
set_tests_properties(prop_samples_proven_many PROPERTIES LABELS long
  ENVIRONMENT "PERP_SAMPLES=4096;${PERP_TEST_ENV}" TIMEOUT 3600)
