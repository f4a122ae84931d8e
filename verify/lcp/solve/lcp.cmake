# Six thousand friction problems; the default suite has 250.
add_test(NAME prop_ladder_other_seed COMMAND ${run_prop_ladder})
set_tests_properties(prop_ladder_other_seed PROPERTIES LABELS long
  ENVIRONMENT "PERP_SEED=20080601;PERP_LADDER=6000;${PERP_TEST_ENV}" TIMEOUT 3600)

# Stress to twenty contacts.
add_test(NAME prop_stress_long COMMAND ${run_prop_stress} long)
set_tests_properties(prop_stress_long PROPERTIES LABELS long
  ENVIRONMENT "${PERP_TEST_ENV}" TIMEOUT 3600)

# Ten boxes in space that are turned and slide.
if(PYTHON3_PROGRAM)
  perp_add_test(test_rungs unit ${PYTHON3_PROGRAM} -B
    ${CMAKE_CURRENT_LIST_DIR}/test_rungs.py)
  perp_add_test(test_rungs.stack long ${PYTHON3_PROGRAM} -B
    ${CMAKE_CURRENT_LIST_DIR}/test_rungs.py stack)
endif()
