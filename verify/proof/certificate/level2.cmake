# Level L2 of certificates. balls: the arithmetic of perp-check, for test_balls.py.
add_executable(balls ${PROJECT_SOURCE_DIR}/verify/proof/certificate/balls.c)
target_link_libraries(balls PRIVATE perp_checker)

# The systems of perp-check, asked beside those of src/enclose.
target_include_directories(${program_test_systems} PRIVATE
  ${PROJECT_SOURCE_DIR}/verify/check)
target_link_libraries(${program_test_systems} PRIVATE perp_checker)

if(PYTHON3_PROGRAM)
  perp_certificate_test(test_level2 unit test_level2.py)
  perp_certificate_test(test_level2.long long test_level2.py)
  set_property(TEST test_level2.long APPEND PROPERTY ENVIRONMENT PERP_LONG=1)
  perp_certificate_test(test_level2_twice unit test_level2_twice.py)
  perp_certificate_test(level2_twice_whole long test_level2_twice.py whole)
  perp_certificate_test(test_level2_jean unit test_level2_jean.py)
  perp_certificate_test(test_level2_moreau unit test_level2_moreau.py)
  perp_certificate_test(test_level2_rebound unit test_level2_rebound.py)
  perp_certificate_test(level2_rebound_whole long test_level2_rebound.py whole)
  perp_certificate_test(level2_moreau_whole long test_level2_moreau.py whole)
  perp_certificate_test(level2_jean_whole long test_level2_jean.py whole)
  perp_certificate_test(test_strict unit test_strict.py)
  perp_certificate_test(test_behind unit test_behind.py)
  perp_certificate_test(test_freedom unit test_freedom.py)
  perp_certificate_test(test_hit unit test_hit.py)
  perp_certificate_test(test_balls unit test_balls.py)
  set_property(TEST test_balls APPEND PROPERTY ENVIRONMENT
    "PERP_BALLS=$<TARGET_FILE:balls>")
  perp_certificate_test(bench_level2 bench bench_level2.py)
endif()
