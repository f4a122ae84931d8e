/**
# What is said of a fan
*/
#pragma once

#include "cli/report/fan_table.h"

/* One JSON object on stdout; lines on stderr. */
void fan_said_json(const fan_table *f);
void fan_said_text(const fan_table *f);
