# The cases of AP02 as whole runs.
if(PYTHON3_PROGRAM)
  add_test(NAME stiff_cases COMMAND ${PYTHON3_PROGRAM}
    ${PROJECT_SOURCE_DIR}/verify/stiff_cases.py)
  set_tests_properties(stiff_cases PROPERTIES LABELS unit TIMEOUT 300
    ENVIRONMENT "${PERP_TEST_ENV}")
endif()
