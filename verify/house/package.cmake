# The texts of a package; lintian and luarocks, where they are, under the label long.
# So is what README says, in a root without anything else.
if(PYTHON3_PROGRAM)
  perp_add_test(test_package unit ${PYTHON3_PROGRAM} -B
    ${VERIFY}/house/test_package.py)
  perp_add_test(test_package.long long ${CMAKE_COMMAND} -E env PERP_LONG=1
    ${PYTHON3_PROGRAM} -B ${VERIFY}/house/test_package.py)
  add_test(NAME clean_root COMMAND ${PYTHON3_PROGRAM} -B
    ${VERIFY}/house/clean_root.py)
  set_tests_properties(clean_root PROPERTIES LABELS long TIMEOUT 14400
    SKIP_RETURN_CODE 77 ENVIRONMENT "${PERP_TEST_ENV}")
endif()
