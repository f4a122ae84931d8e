#include "bind/bind.h"

typedef int bind_nothing;
