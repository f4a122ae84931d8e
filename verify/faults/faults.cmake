# Each refusal of memory and of system calls: a seeded sample by default, each of the
# first 5,000 under the label faults. The sanitizers have their own allocator, and it
# wants every page that it asks for: there only files are refused.
if(PYTHON3_PROGRAM AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
  add_executable(inject ${VERIFY}/faults/inject.c)
  set(faults_env "${PERP_TEST_ENV}" "PERP_CHECK=$<TARGET_FILE:perp-check>"
    "PERP_INJECT=$<TARGET_FILE:inject>")
  set(samples 200)
  if(PERP_SANITIZE)
    set(samples 60)
  else()
    add_library(refusing MODULE ${VERIFY}/faults/refusing.c)
    list(APPEND faults_env "PERP_REFUSING=$<TARGET_FILE:refusing>")
  endif()
  perp_add_test(faults unit
    ${PYTHON3_PROGRAM} -B ${VERIFY}/faults/faults.py ${samples})
  set_tests_properties(faults PROPERTIES ENVIRONMENT "${faults_env}")
  if(NOT PERP_SANITIZE)
    add_test(NAME faults_all
      COMMAND ${PYTHON3_PROGRAM} -B ${VERIFY}/faults/faults.py 5000 5000)
    set_tests_properties(faults_all PROPERTIES LABELS faults TIMEOUT 36000
      ENVIRONMENT "PERP_SEED=2026;${faults_env}")
  endif()
else()
  message(WARNING "no Linux or no python3: no system call is refused in the tests")
endif()
