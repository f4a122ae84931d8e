# Other people's engines, judged: `cmake --build build/release --target engines` drives
# those that are installed through all scenes and writes the tables of
# doc/82-engines.md; `ctest --preset bench -R bench_engines` has perp beside DART and
# Siconos. Nothing of it is built otherwise, and no other test needs an engine. A
# driver's flags are its engine's.
#     Debian: libbullet-dev libdart-dev libsiconos-mechanics-dev nodejs npm
set(ENGINES ${VERIFY}/engines)
set(ENGINES_AT ${CMAKE_BINARY_DIR}/engines)
set(ENGINES_BUILT "")
function(perp_engine name libraries)
  list(APPEND libraries ${ARGN})
  if(NOT CMAKE_CXX_COMPILER OR libraries MATCHES "NOTFOUND")
    message(STATUS "engine ${name} not installed: its row will say so")
    return()
  endif()
  add_executable(engine_${name} EXCLUDE_FROM_ALL ${ENGINES}/${name}.cpp)
  set_target_properties(engine_${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${ENGINES_AT})
  target_compile_options(engine_${name} PRIVATE -O2)
  foreach(one ${libraries})
    if(IS_DIRECTORY ${one})
      target_include_directories(engine_${name} SYSTEM PRIVATE ${one})
    else()
      target_link_libraries(engine_${name} PRIVATE ${one})
    endif()
  endforeach()
  set(ENGINES_BUILT ${ENGINES_BUILT} engine_${name} PARENT_SCOPE)
endfunction()

# peers.cmake, which comes after this by its name, looks for the same libraries with
# the same words.
if(PYTHON3_PROGRAM AND NOT PERP_SANITIZE)
  include(CheckLanguage)
  check_language(CXX)
  if(CMAKE_CXX_COMPILER)
    enable_language(CXX)
    set(CMAKE_CXX_STANDARD 17)
  endif()
  find_path(BULLET_INCLUDE BulletDynamics/MLCPSolvers/btLemkeAlgorithm.h
    PATH_SUFFIXES bullet)
  find_library(BULLET_LIBRARY BulletDynamics-float64)
  find_library(BULLET_COLLISION_LIBRARY BulletCollision-float64)
  find_library(BULLET_MATH_LIBRARY LinearMath-float64)
  perp_engine(bullet ${BULLET_INCLUDE} ${BULLET_LIBRARY} ${BULLET_COLLISION_LIBRARY}
    ${BULLET_MATH_LIBRARY})
  if(TARGET engine_bullet)
    target_compile_definitions(engine_bullet PRIVATE BT_USE_DOUBLE_PRECISION)
  endif()
  if(NOT PERP_SHARED) # there is no library otherwise
    perp_engine(perp ${PROJECT_SOURCE_DIR}/src/scene/door libperp_static
      ${MPFR_LIBRARY} ${GMP_LIBRARY} ${LUA_LIBRARY} m ${CMAKE_DL_LIBS})
  endif()
  find_path(DART_INCLUDE dart/lcpsolver/Lemke.hpp)
  find_path(EIGEN_INCLUDE Eigen/Dense PATH_SUFFIXES eigen3)
  find_library(DART_LIBRARY dart)
  perp_engine(dart ${DART_INCLUDE} ${EIGEN_INCLUDE} ${DART_LIBRARY})
  find_path(SICONOS_CONFIG SiconosConfig.h PATH_SUFFIXES siconos)
  find_path(SICONOS_INCLUDE LCP_Solvers.h PATH_SUFFIXES siconos/numerics)
  find_path(SICONOS_KERNEL SiconosKernel.hpp PATH_SUFFIXES siconos/kernel)
  find_path(SICONOS_MECHANICS RigidBody2dDS.hpp PATH_SUFFIXES siconos/mechanics)
  find_library(SICONOS_LIBRARY siconos_numerics)
  find_library(SICONOS_KERNEL_LIBRARY siconos_kernel)
  find_library(SICONOS_MECHANICS_LIBRARY siconos_mechanics)
  perp_engine(siconos ${SICONOS_CONFIG} ${SICONOS_INCLUDE} ${SICONOS_KERNEL}
    ${SICONOS_MECHANICS} ${BULLET_INCLUDE} ${SICONOS_MECHANICS_LIBRARY}
    ${SICONOS_KERNEL_LIBRARY} ${SICONOS_LIBRARY})
  if(TARGET engine_siconos)
    target_compile_options(engine_siconos PRIVATE -w)
  endif()

  file(GLOB drivers ${ENGINES}/*.mjs ${ENGINES}/package*.json ${ENGINES}/.npmrc)
  find_program(NPM_PROGRAM npm)
  set(fetch COMMAND ${CMAKE_COMMAND} -E echo "npm not installed: rows will say so")
  if(NPM_PROGRAM)
    set(fetch COMMAND ${CMAKE_COMMAND} -E chdir ${ENGINES_AT}
      ${NPM_PROGRAM} ci --ignore-scripts --no-audit --no-fund || true)
  endif()
  add_custom_target(engines
    COMMAND ${CMAKE_COMMAND} -E copy_if_different ${drivers} ${ENGINES_AT}
    ${fetch}
    COMMAND ${PYTHON3_PROGRAM} -B ${ENGINES}/table.py $<TARGET_FILE:perp> ${ENGINES_AT}
      ${PROJECT_SOURCE_DIR}/doc/82-engines.md
    USES_TERMINAL)
  file(MAKE_DIRECTORY ${ENGINES_AT})
  add_dependencies(engines perp ${ENGINES_BUILT})

  # Some ten minutes. With no other engine than perp it is skipped, and says so.
  add_custom_target(drivers DEPENDS ${ENGINES_BUILT})
  add_test(NAME drivers_built COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR}
    --target drivers perp)
  set_tests_properties(drivers_built PROPERTIES LABELS bench TIMEOUT 3600
    FIXTURES_SETUP drivers)
  add_test(NAME bench_engines COMMAND ${PYTHON3_PROGRAM} -B
    ${ENGINES}/bench_engines.py ${ENGINES_AT})
  set_tests_properties(bench_engines PROPERTIES LABELS bench TIMEOUT 7200
    SKIP_RETURN_CODE 77 FIXTURES_REQUIRED drivers ENVIRONMENT "${PERP_TEST_ENV}")
endif()
