# HDF5's own library writes and reads what perp reads and writes without it; where
# it is not installed (Debian: libhdf5-dev), test_fclib says what it skips, and a
# file that the library wrote, kept as text, is read all the same.
if(PYTHON3_PROGRAM)
  find_path(HDF5_INCLUDE hdf5.h PATH_SUFFIXES hdf5/serial)
  find_library(HDF5_LIBRARY hdf5 PATH_SUFFIXES hdf5/serial)
  set(peer "none")
  if(HDF5_INCLUDE AND HDF5_LIBRARY)
    add_executable(hdf5_peer ${PROJECT_SOURCE_DIR}/verify/lcp/formats/hdf5_peer.c)
    target_include_directories(hdf5_peer SYSTEM PRIVATE ${HDF5_INCLUDE})
    target_link_libraries(hdf5_peer PRIVATE ${HDF5_LIBRARY})
    set(peer $<TARGET_FILE:hdf5_peer>)
  else()
    message(STATUS "SKIPPED: libhdf5 is not installed (Debian: libhdf5-dev); test_fclib \
reads a kept file only")
  endif()
  foreach(name test_fclib test_fclib_write)
    perp_add_test(${name} unit ${PYTHON3_PROGRAM} -B
      ${PROJECT_SOURCE_DIR}/verify/lcp/formats/${name}.py ${peer})
  endforeach()
endif()
