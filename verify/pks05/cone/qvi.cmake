# The step with compliant contact, written a second time in Python.
add_executable(qvi_steps ${PROJECT_SOURCE_DIR}/verify/pks05/cone/qvi_steps.c)
perp_helpers(qvi_steps ${CMAKE_CURRENT_LIST_FILE})
target_link_libraries(qvi_steps PRIVATE perp_core)
if(PYTHON3_PROGRAM)
  perp_add_test(test_qvi_second.steps unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/pks05/cone/test_qvi_second.py steps
    $<TARGET_FILE:qvi_steps>)
  perp_add_test(test_qvi_second.cases unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/pks05/cone/test_qvi_second.py cases)
endif()
add_test(NAME test_qvi_angles_long
  COMMAND ${CMAKE_COMMAND} -E env PERP_LONG=1 ${run_test_qvi_angles})
set_tests_properties(test_qvi_angles_long PROPERTIES LABELS long TIMEOUT 3600
  ENVIRONMENT "${PERP_TEST_ENV}")
