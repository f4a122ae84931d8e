/**
# A scene in this process
*/
#pragma once

#include "target.h"

#include "scene/bind/bind.h"

/* Runs the text as a scene in a mode of `how`: it is held for a few steps, or run
   whole and ended behind as many. 16 megabytes, CPU time bounded, and no exact
   number of more than 20000 bits. `set`: one --set, or null. */
void guest_run(const char *text, size_t length, const char *set, unsigned how);
