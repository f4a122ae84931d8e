# Runs with compliant contact, against motions computed without the scheme.
if(PYTHON3_PROGRAM)
  add_test(NAME test_compliant_coupled_long
    COMMAND ${CMAKE_COMMAND} -E env PERP_LONG=1 ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/pks05/run/test_compliant_coupled.py)
  set_tests_properties(test_compliant_coupled_long PROPERTIES LABELS long
    TIMEOUT 3600 ENVIRONMENT "${PERP_TEST_ENV}")
endif()

# All solutions of random steps, against every choice of modes in Python.
add_executable(theta_lists ${PROJECT_SOURCE_DIR}/verify/pks05/step/theta_lists.c)
perp_helpers(theta_lists ${PROJECT_SOURCE_DIR}/verify/pks05/step/theta_lists.c)
target_link_libraries(theta_lists PRIVATE perp_core)
if(PYTHON3_PROGRAM)
  perp_add_test(test_theta_lists.some unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/pks05/step/test_theta_lists.py
    $<TARGET_FILE:theta_lists> 40)
  add_test(NAME test_theta_lists_long
    COMMAND ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/pks05/step/test_theta_lists.py
      $<TARGET_FILE:theta_lists> 1000)
  set_tests_properties(test_theta_lists_long PROPERTIES LABELS long
    TIMEOUT 3600 ENVIRONMENT "${PERP_TEST_ENV}")
  add_test(NAME test_compliant_forks_long
    COMMAND ${CMAKE_COMMAND} -E env PERP_LONG=1 ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/pks05/run/test_compliant_forks.py)
  set_tests_properties(test_compliant_forks_long PROPERTIES LABELS long
    TIMEOUT 3600 ENVIRONMENT "${PERP_TEST_ENV}")
endif()
