# Forty broken formulas, built one by one: does a test see each? All of them are a
# campaign by hand, python3 verify/mutants/campaign.py --log FILE. mutants_named breaks
# those of a table, each under the name of the test that has to see it.
if(PYTHON3_PROGRAM AND LUA_PROGRAM AND NOT PERP_SHARED)
  add_test(NAME mutants COMMAND ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/mutants/campaign.py --count 40
    --build ${CMAKE_BINARY_DIR}/mutants)
  add_test(NAME mutants_named COMMAND ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/mutants/named.py
    --build ${CMAKE_BINARY_DIR}/mutants)
  set_tests_properties(mutants mutants_named PROPERTIES LABELS long
    TIMEOUT 36000 RESOURCE_LOCK mutants)
endif()
