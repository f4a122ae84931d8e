/** The door; everything happens in the rooms behind it. */
#include "cli/command.h"

int main(int argc, char **argv)
{
    return command_main(argc, argv);
}
