# One source, one hash. The default suite compares gcc -O0 with gcc -O3; the
# long one adds the processor's own instructions, clang, and the control: with
# fused multiply-adds allowed the bits must change.
set(DETERMINISM sh ${PROJECT_SOURCE_DIR}/verify/determinism.sh
  ${PROJECT_SOURCE_DIR})
perp_add_test(determinism property ${DETERMINISM}
  ${CMAKE_BINARY_DIR}/determinism "gcc -O0" "gcc -O3")
perp_add_test(determinism_all long ${DETERMINISM}
  ${CMAKE_BINARY_DIR}/determinism_all "gcc -O0" "gcc -O3"
  "gcc -O2 -march=native" "clang -O0" "clang -O2" "clang -O3 -march=native"
  "!gcc -O2 -march=native -ffp-contract=fast"
  "!clang -O2 -march=native -ffp-contract=fast")
