# What Debian wants of a package besides: pages and changes are compressed. CPack runs
# this on what is installed, before the package is made.
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
file(COPY_FILE ${CMAKE_CURRENT_LIST_DIR}/changelog ${share}/doc/perp/changelog)
file(GLOB pages ${share}/man/man1/*.1)
execute_process(COMMAND gzip -9nf ${pages} ${share}/doc/perp/changelog
  COMMAND_ERROR_IS_FATAL ANY)
# Debian looks for what holds no path of a processor there, in foreign builds, too.
set(libraries ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/lib)
file(MAKE_DIRECTORY ${share}/pkgconfig)
file(RENAME ${libraries}/pkgconfig/perp.pc ${share}/pkgconfig/perp.pc)
file(REMOVE_RECURSE ${libraries}/pkgconfig)
