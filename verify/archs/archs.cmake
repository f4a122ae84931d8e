# One digest on five architectures and by every compiler here: hours of emulation are
# minutes of a machine, but not of the default suite's.
if(PYTHON3_PROGRAM)
  perp_add_test(archs archs sh ${VERIFY}/archs/archs.sh ${PROJECT_SOURCE_DIR}
    ${CMAKE_BINARY_DIR}/archs "gcc -O0" "gcc -O3 -march=native" "clang -O3"
    arm64 s390x ppc64el mips64el "!arm64")
  set_tests_properties(archs PROPERTIES TIMEOUT 14400 SKIP_RETURN_CODE 77)
endif()
