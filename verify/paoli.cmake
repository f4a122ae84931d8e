# The cases of P10 as whole runs, against closed forms and other roads.
if(PYTHON3_PROGRAM)
  add_test(NAME test_paoli_run
    COMMAND ${PYTHON3_PROGRAM} ${PROJECT_SOURCE_DIR}/verify/test_paoli_run.py)
  set_tests_properties(test_paoli_run PROPERTIES LABELS unit TIMEOUT 300
    ENVIRONMENT "${PERP_TEST_ENV}")
endif()
