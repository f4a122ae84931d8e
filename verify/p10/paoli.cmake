# The cases of P10 as whole runs, against closed forms and other roads.
if(PYTHON3_PROGRAM)
  add_test(NAME test_paoli_cases
    COMMAND ${PYTHON3_PROGRAM} ${PROJECT_SOURCE_DIR}/verify/p10/test_paoli_cases.py)
  set_tests_properties(test_paoli_cases PROPERTIES LABELS unit TIMEOUT 3600
    ENVIRONMENT "${PERP_TEST_ENV}")
  perp_add_test(test_paoli_cases.long long ${CMAKE_COMMAND} -E env PERP_LONG=1
    ${PYTHON3_PROGRAM} ${PROJECT_SOURCE_DIR}/verify/p10/test_paoli_cases.py)
  add_test(NAME test_paoli_beam
    COMMAND ${PYTHON3_PROGRAM} ${PROJECT_SOURCE_DIR}/verify/p10/test_paoli_beam.py)
  set_tests_properties(test_paoli_beam PROPERTIES LABELS unit TIMEOUT 3600
    ENVIRONMENT "${PERP_TEST_ENV}")
  add_test(NAME test_paoli_beam_long
    COMMAND ${CMAKE_COMMAND} -E env PERP_LONG=1 ${PYTHON3_PROGRAM}
      ${PROJECT_SOURCE_DIR}/verify/p10/test_paoli_beam.py)
  set_tests_properties(test_paoli_beam_long PROPERTIES LABELS long TIMEOUT 3600
    ENVIRONMENT "${PERP_TEST_ENV}")
  add_test(NAME test_paoli_curved
    COMMAND ${PYTHON3_PROGRAM} ${PROJECT_SOURCE_DIR}/verify/p10/test_paoli_curved.py)
  set_tests_properties(test_paoli_curved PROPERTIES LABELS unit TIMEOUT 300
    ENVIRONMENT "${PERP_TEST_ENV}")
  add_test(NAME test_paoli_curved_long
    COMMAND ${CMAKE_COMMAND} -E env PERP_LONG=1 ${PYTHON3_PROGRAM}
      ${PROJECT_SOURCE_DIR}/verify/p10/test_paoli_curved.py)
  set_tests_properties(test_paoli_curved_long PROPERTIES LABELS long TIMEOUT 600
    ENVIRONMENT "${PERP_TEST_ENV}")
  perp_add_test(test_paoli_form unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/p10/test_paoli_form.py)
  perp_add_test(test_paoli_ball unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/p10/test_paoli_ball.py)
  perp_add_test(test_outcome_map unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/p10/test_outcome_map.py)
  perp_add_test(test_outcome_map.long long ${CMAKE_COMMAND} -E env PERP_LONG=1
    ${PYTHON3_PROGRAM} -B ${PROJECT_SOURCE_DIR}/verify/p10/test_outcome_map.py)
  perp_add_test(test_paoli_form.long long ${CMAKE_COMMAND} -E env PERP_LONG=1
    ${PYTHON3_PROGRAM} -B ${PROJECT_SOURCE_DIR}/verify/p10/test_paoli_form.py)
  perp_add_test(test_paoli_ball.long long ${CMAKE_COMMAND} -E env PERP_LONG=1
    ${PYTHON3_PROGRAM} -B ${PROJECT_SOURCE_DIR}/verify/p10/test_paoli_ball.py)
endif()
