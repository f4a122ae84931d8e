# Runs of PKS05 with prescribed ends, other rates, several solutions.
if(PYTHON3_PROGRAM)
  add_test(NAME test_ends_search_long
    COMMAND ${CMAKE_COMMAND} -E env PERP_LONG=1 ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/pks05/ends/test_ends_search.py)
  set_tests_properties(test_ends_search_long PROPERTIES LABELS long
    TIMEOUT 3600 ENVIRONMENT "${PERP_TEST_ENV}")
endif()
if(PYTHON3_PROGRAM)
  add_test(NAME test_starts_plane_long
    COMMAND ${CMAKE_COMMAND} -E env PERP_LONG=1 ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/pks05/ends/test_starts_plane.py)
  set_tests_properties(test_starts_plane_long PROPERTIES LABELS long
    TIMEOUT 3600 ENVIRONMENT "${PERP_TEST_ENV}")
endif()
# Its reference is integrated in the test itself, which -O0 would double.
set_property(SOURCE ${VERIFY}/pks05/run/test_kelvin_voigt.c APPEND PROPERTY
  COMPILE_OPTIONS $<$<BOOL:${PERP_SANITIZE}>:-O1>)
add_test(NAME test_kelvin_voigt_long
  COMMAND ${CMAKE_COMMAND} -E env PERP_LONG=1 ${run_test_kelvin_voigt})
set_tests_properties(test_kelvin_voigt_long PROPERTIES LABELS long TIMEOUT 3600
  ENVIRONMENT "${PERP_TEST_ENV}")
