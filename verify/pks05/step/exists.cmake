# A proven solution near by, against one of 200 digits.
add_executable(exists_steps ${PROJECT_SOURCE_DIR}/verify/pks05/step/exists_steps.c)
perp_helpers(exists_steps ${CMAKE_CURRENT_LIST_FILE})
target_link_libraries(exists_steps PRIVATE perp_core)
if(PYTHON3_PROGRAM)
  perp_add_test(test_theta_exists "unit" ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/pks05/step/test_theta_exists.py
    $<TARGET_FILE:exists_steps> 60)
  add_test(NAME test_theta_exists_long
    COMMAND ${CMAKE_COMMAND} -E env ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/pks05/step/test_theta_exists.py
      $<TARGET_FILE:exists_steps> 10000)
  perp_add_test(test_exists_seams "unit" ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/pks05/step/test_exists_seams.py
    $<TARGET_FILE:exists_steps> 40)
  add_test(NAME test_exists_seams_long
    COMMAND ${CMAKE_COMMAND} -E env ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/pks05/step/test_exists_seams.py
      $<TARGET_FILE:exists_steps> 4000)
  set_tests_properties(test_exists_seams_long PROPERTIES LABELS long
    TIMEOUT 3600 ENVIRONMENT "${PERP_TEST_ENV}")
  set_tests_properties(test_theta_exists_long PROPERTIES LABELS long
    TIMEOUT 3600 ENVIRONMENT "${PERP_TEST_ENV}")
endif()
