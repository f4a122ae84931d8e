/**
# Binding: the only room that includes Lua
*/
#pragma once
