# Scenes changed at random: a hundred by default, three thousand when asked; and
# scenes that call the core with anything, ten thousand of them under the label faults.
if(PYTHON3_PROGRAM)
  perp_add_test(fuzz_scene fuzz
    ${PYTHON3_PROGRAM} ${PROJECT_SOURCE_DIR}/verify/scene/bind/fuzz_scene.py 100)
  perp_add_test(fuzz_core fuzz
    ${PYTHON3_PROGRAM} -B ${PROJECT_SOURCE_DIR}/verify/scene/bind/fuzz_core.py)
  add_test(NAME fuzz_core_long COMMAND ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/scene/bind/fuzz_core.py 200 2000)
  set_tests_properties(fuzz_core_long PROPERTIES LABELS long
    ENVIRONMENT "PERP_SEED=2026;${PERP_TEST_ENV}" TIMEOUT 3000)
  add_test(NAME fuzz_core_scenes COMMAND ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/scene/bind/fuzz_core.py 10000 60)
  set_tests_properties(fuzz_core_scenes PROPERTIES LABELS faults
    ENVIRONMENT "PERP_SEED=601000;${PERP_TEST_ENV}" TIMEOUT 36000)
  add_test(NAME fuzz_scene_long
    COMMAND ${PYTHON3_PROGRAM} ${PROJECT_SOURCE_DIR}/verify/scene/bind/fuzz_scene.py 3000)
  set_tests_properties(fuzz_scene_long PROPERTIES LABELS long
    ENVIRONMENT "PERP_SEED=2026;${PERP_TEST_ENV}" TIMEOUT 3600)
endif()
