# One source, one hash. The default suite compares the build at hand with the one
# without sanitizers, whose code is another, or where there is none with gcc -O0; the
# long one has gcc -O0 and -O3 and adds the processor's own instructions, clang, and the
# control: with fused multiply-adds allowed the bits must change.
set(DETERMINISM sh ${PROJECT_SOURCE_DIR}/verify/house/determinism.sh
  ${PROJECT_SOURCE_DIR})
add_executable(determinism_here ${PROJECT_SOURCE_DIR}/verify/house/determinism.c
  ${PROJECT_SOURCE_DIR}/verify/tools/generator.c
  ${PROJECT_SOURCE_DIR}/verify/tools/contact_world.c)
target_compile_options(determinism_here PRIVATE -Wno-missing-field-initializers)
perp_helpers(determinism_here ${CMAKE_CURRENT_LIST_FILE})
target_link_libraries(determinism_here PRIVATE perp_face)
set(second_build "gcc -O0")
if(TARGET perp_unchecked)
  get_target_property(sources determinism_here SOURCES)
  add_executable(determinism_plain ${sources}
    "$<FILTER:$<TARGET_OBJECTS:perp_unchecked>,EXCLUDE,/cli/main.c.o$>"
    $<TARGET_OBJECTS:unchecked_face>)
  target_compile_options(determinism_plain PRIVATE -w -g0)
  perp_helpers(determinism_plain ${CMAKE_CURRENT_LIST_FILE})
  target_link_libraries(determinism_plain PRIVATE perp_plain ${MPFR_LIBRARY}
    ${GMP_LIBRARY} ${LUA_LIBRARY} m ${CMAKE_DL_LIBS})
  set(second_build "@$<TARGET_FILE:determinism_plain>")
endif()
perp_add_test(determinism property ${DETERMINISM}
  ${CMAKE_BINARY_DIR}/determinism ${second_build} "@$<TARGET_FILE:determinism_here>")
perp_add_test(determinism_all long ${DETERMINISM}
  ${CMAKE_BINARY_DIR}/determinism_all "gcc -O0" "gcc -O3"
  "gcc -O2 -march=native" "clang -O0" "clang -O2" "clang -O3 -march=native"
  "!gcc -O2 -march=native -ffp-contract=fast"
  "!clang -O2 -march=native -ffp-contract=fast")
