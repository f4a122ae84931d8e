/** The command line's door: everything happens in the rooms behind it. */
#include <stdio.h>

int main(void)
{
    fprintf(stderr, "perp: nothing here yet\n");
    return 2;
}
