# Scenes changed at random: a hundred by default, three thousand when asked.
if(PYTHON3_PROGRAM)
  perp_add_test(fuzz_scene fuzz
    ${PYTHON3_PROGRAM} ${PROJECT_SOURCE_DIR}/verify/fuzz_scene.py 100)
  add_test(NAME fuzz_scene_long
    COMMAND ${PYTHON3_PROGRAM} ${PROJECT_SOURCE_DIR}/verify/fuzz_scene.py 3000)
  set_tests_properties(fuzz_scene_long PROPERTIES LABELS long
    ENVIRONMENT "PERP_SEED=2026;${PERP_TEST_ENV}" TIMEOUT 3600)
endif()
