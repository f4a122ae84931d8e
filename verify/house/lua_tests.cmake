# Tests written in Lua of what is written in Lua; the last two call perp as well.
foreach(pair weave:paper book:paper floors:style prose:style plot:unit residuals:unit overview:unit)
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 name)
  list(GET pair 1 label)
  perp_add_test(test_${name} ${label} ${LUA_PROGRAM}
    ${PROJECT_SOURCE_DIR}/verify/house/test_${name}.lua)
endforeach()

# Every page of the book in Chromium, and its Markdown beside pandoc's; without
# these, node or KaTeX they are skipped and say so.
if(PYTHON3_PROGRAM)
  add_test(NAME book_pages COMMAND ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/house/book_pages.py)
  add_test(NAME markdown_pandoc COMMAND ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/house/markdown_pandoc.py)
  perp_add_test(test_fraction unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/house/test_fraction.py)
  perp_add_test(test_figures unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/house/test_figures.py)
  perp_add_test(test_figures_shown unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/house/test_figures_shown.py)
  perp_add_test(test_figures_shown.long long ${CMAKE_COMMAND} -E env PERP_LONG=1
    ${PYTHON3_PROGRAM} -B ${PROJECT_SOURCE_DIR}/verify/house/test_figures_shown.py)
  perp_add_test(test_figures.long long ${CMAKE_COMMAND} -E env PERP_LONG=1
    ${PYTHON3_PROGRAM} -B ${PROJECT_SOURCE_DIR}/verify/house/test_figures.py)
  perp_add_test(test_references unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/house/test_references.py)
  perp_add_test(test_references.long long ${CMAKE_COMMAND} -E env PERP_LONG=1
    ${PYTHON3_PROGRAM} -B ${PROJECT_SOURCE_DIR}/verify/house/test_references.py)
  perp_add_test(test_about unit ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/house/test_about.py)
  perp_add_test(test_about.long long ${CMAKE_COMMAND} -E env PERP_LONG=1
    ${PYTHON3_PROGRAM} -B ${PROJECT_SOURCE_DIR}/verify/house/test_about.py)
  set_tests_properties(markdown_pandoc PROPERTIES LABELS long TIMEOUT 3600
    SKIP_RETURN_CODE 77 ENVIRONMENT "${PERP_TEST_ENV}")
  set_tests_properties(book_pages PROPERTIES LABELS long TIMEOUT 7200
    SKIP_RETURN_CODE 77 ENVIRONMENT "${PERP_TEST_ENV}")
endif()

perp_add_test(test_residuals.long long ${CMAKE_COMMAND} -E env PERP_LONG=1
  ${LUA_PROGRAM} ${PROJECT_SOURCE_DIR}/verify/house/test_residuals.lua)
add_test(NAME test_plot_long COMMAND ${CMAKE_COMMAND} -E env PERP_LONG=1
  ${LUA_PROGRAM} ${PROJECT_SOURCE_DIR}/verify/house/test_plot.lua)
set_tests_properties(test_plot_long PROPERTIES LABELS long
  ENVIRONMENT "${PERP_TEST_ENV}")
