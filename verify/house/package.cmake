# The texts of a package; lintian and luarocks, where they are, under the label long.
if(PYTHON3_PROGRAM)
  perp_add_test(test_package unit ${PYTHON3_PROGRAM} -B
    ${VERIFY}/house/test_package.py)
  perp_add_test(test_package.long long ${CMAKE_COMMAND} -E env PERP_LONG=1
    ${PYTHON3_PROGRAM} -B ${VERIFY}/house/test_package.py)
endif()
