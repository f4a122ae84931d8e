-- SPDX-License-Identifier: MIT
-- From a checkout: luarocks --lua-version 5.4 make --tree TREE THIS-FILE
rockspec_format = "3.0"
package = "perp"
version = "0.1.0-1"
source = { url = "file://." }
description = {
  summary = "Rigid bodies with contact and friction, every step provable",
  license = "MIT",
}
dependencies = { "lua >= 5.4, < 5.5" }
build = {
  type = "command",
  build_command = "cmake -S . -B build/rock -DBUILD_TESTING=OFF " ..
    "-DCMAKE_BUILD_TYPE=Release && " ..
    "cmake --build build/rock --parallel 2 --target perp_lua",
  install_command = 'mkdir -p "$(LUADIR)" "$(LIBDIR)/perp" && ' ..
    'cp -R lua/perp "$(LUADIR)" && ' ..
    'cp build/rock/lua/perp/core.so "$(LIBDIR)/perp"',
}
