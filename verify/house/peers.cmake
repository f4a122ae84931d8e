# verify/peers: the solver beside others. A driver is built where the peer is
# installed (Debian: libsiconos-numerics-dev, libdart-dev, libbullet-dev), never
# with sanitizers; nothing of it is linked into perp. `bench_peers` itself is
# always built, so that perp's own answers are judged everywhere.
set(PEERS ${PROJECT_SOURCE_DIR}/verify/peers)
add_library(perp_generator STATIC ${PROJECT_SOURCE_DIR}/verify/tools/generator.c
  ${PROJECT_SOURCE_DIR}/verify/tools/contact_world.c ${PEERS}/judge.c)
target_include_directories(perp_generator PUBLIC ${VERIFY}/tools)
target_link_libraries(perp_generator PUBLIC perp_flags m)
foreach(name ${program_test_generator} ${program_prop_foreign})
  target_include_directories(${name} PRIVATE ${PEERS})
  target_link_libraries(${name} PRIVATE perp_generator)
endforeach()
add_executable(generate ${PEERS}/generate.c)
target_link_libraries(generate PRIVATE perp_generator)

add_executable(bench_peers ${PEERS}/bench_peers.c ${PEERS}/contest.c
  ${PEERS}/table.c ${PEERS}/peer_perp.c)
target_link_libraries(bench_peers PRIVATE perp_generator perp_core)
target_compile_definitions(bench_peers PRIVATE _DEFAULT_SOURCE)

# A driver's flags are its peer's, not ours: no include of ours but peer.h.
function(perp_peer name define source)
  add_library(peer_${name} OBJECT ${PEERS}/${source})
  target_include_directories(peer_${name} SYSTEM PRIVATE ${ARGN})
  target_compile_options(peer_${name} PRIVATE -O3)
  target_sources(bench_peers PRIVATE $<TARGET_OBJECTS:peer_${name}>)
  target_compile_definitions(bench_peers PRIVATE ${define})
endfunction()

function(perp_peer_absent name package)
  message(STATUS "peer ${name} not installed: skipped (Debian: ${package})")
endfunction()

if(PERP_SANITIZE)
  message(STATUS "peers: skipped, all of them, in a build with sanitizers")
else()
  include(CheckLanguage)
  check_language(CXX)
  if(CMAKE_CXX_COMPILER)
    enable_language(CXX)
    set(CMAKE_CXX_STANDARD 17)
  endif()

  find_path(SICONOS_INCLUDE LCP_Solvers.h PATH_SUFFIXES siconos/numerics)
  find_path(SICONOS_CONFIG SiconosConfig.h PATH_SUFFIXES siconos)
  find_library(SICONOS_LIBRARY siconos_numerics)
  if(SICONOS_INCLUDE AND SICONOS_CONFIG AND SICONOS_LIBRARY)
    perp_peer(siconos PERP_SICONOS peer_siconos.c ${SICONOS_INCLUDE}
      ${SICONOS_CONFIG})
    target_link_libraries(bench_peers PRIVATE ${SICONOS_LIBRARY})
  else()
    perp_peer_absent(Siconos libsiconos-numerics-dev)
  endif()

  find_path(DART_INCLUDE dart/lcpsolver/Lemke.hpp)
  find_path(EIGEN_INCLUDE Eigen/Dense PATH_SUFFIXES eigen3)
  find_library(DART_LIBRARY dart)
  if(CMAKE_CXX_COMPILER AND DART_INCLUDE AND EIGEN_INCLUDE AND DART_LIBRARY)
    perp_peer(dart PERP_DART peer_dart.cpp ${DART_INCLUDE} ${EIGEN_INCLUDE})
    target_link_libraries(bench_peers PRIVATE ${DART_LIBRARY})
  else()
    perp_peer_absent(DART libdart-dev)
  endif()

  find_path(BULLET_INCLUDE BulletDynamics/MLCPSolvers/btLemkeAlgorithm.h
    PATH_SUFFIXES bullet)
  find_library(BULLET_LIBRARY BulletDynamics-float64)
  find_library(BULLET_MATH_LIBRARY LinearMath-float64)
  if(CMAKE_CXX_COMPILER AND BULLET_INCLUDE AND BULLET_LIBRARY
      AND BULLET_MATH_LIBRARY)
    perp_peer(bullet PERP_BULLET peer_bullet.cpp ${BULLET_INCLUDE})
    target_compile_definitions(peer_bullet PRIVATE BT_USE_DOUBLE_PRECISION)
    target_link_libraries(bench_peers PRIVATE ${BULLET_LIBRARY}
      ${BULLET_MATH_LIBRARY})
  else()
    perp_peer_absent(Bullet libbullet-dev)
  endif()
endif()

perp_add_test(peers_small property $<TARGET_FILE:bench_peers> --quick --most 48)
add_test(NAME bench_peers COMMAND bench_peers --hold)
set_tests_properties(bench_peers PROPERTIES LABELS bench TIMEOUT 3600)
# Siconos alone, which leaves more of perp in the caches than all three do.
if(SICONOS_LIBRARY)
  add_test(NAME bench_siconos COMMAND bench_peers --first 2 --late 2 --hold)
  set_tests_properties(bench_siconos PROPERTIES LABELS bench TIMEOUT 3600)
endif()

# The tables of README and doc/notes, with the machine's name:
#     cmake --build build/release --target tables
# PERP_TABLE_FLAGS, for instance "--quick;--most;100", makes it shorter.
set(PERP_TABLE_FLAGS "" CACHE STRING "flags of bench_peers for the tables")
add_custom_target(peers_table
  COMMAND bench_peers ${PERP_TABLE_FLAGS}
    --into ${PROJECT_SOURCE_DIR}/doc/notes/peers.md
    --summary ${PROJECT_SOURCE_DIR}/README.md
  USES_TERMINAL)
add_custom_target(tables
  COMMAND bench_kernel --into ${PROJECT_SOURCE_DIR}/doc/notes/kernels.md
  COMMAND bench_exact --into ${PROJECT_SOURCE_DIR}/doc/notes/proofs.md
  COMMAND ${CMAKE_COMMAND} -E env PERP_SOURCE=${PROJECT_SOURCE_DIR}
    $<TARGET_FILE:bench_sampler> --into
      ${PROJECT_SOURCE_DIR}/doc/notes/samples.md
  USES_TERMINAL)
add_dependencies(tables peers_table)
