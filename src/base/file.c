#include "base/file.h"

#include <errno.h>
#include <string.h>

/* Of a write long ago errno says nothing any more. */
static perp_status lost(const char *what, int why)
{
    return PERP_FAIL(PERP_IO, "cannot write '%.300s': %s", what,
                     why != 0 ? strerror(why)
                              : "a write failed, and what "
                                "follows it is not whole");
}

perp_status file_written(FILE *f, const char *what)
{
    const int before = ferror(f);
    errno = 0;
    fflush(f); /* of a stream that is no file it may return 0 */
    if (!ferror(f))
        return PERP_SUCCESS;
    return lost(what, before ? 0 : errno);
}

perp_status file_end(FILE *f, const char *what)
{
    if (f == NULL)
        return PERP_SUCCESS;
    perp_status s = file_written(f, what);
    if (f != stdout && fclose(f) != 0 && s.code == PERP_OK)
        s = lost(what, errno);
    return s;
}
