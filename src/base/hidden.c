#include "base/hidden.h"
#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

hidden_list hidden_all;

void hidden_hold(sigset_t *before)
{
    sigset_t every;
    sigfillset(&every);
    sigprocmask(SIG_BLOCK, &every, before);
}

void hidden_let(const sigset_t *before)
{
    const int why = errno;
    sigprocmask(SIG_SETMASK, before, NULL);
    errno = why;
}

/* Calls what a handler may call: link(2), unlink(2), rename(2), rmdir(2). */
void hidden_undo(hidden *e)
{
    if (e->state == HIDDEN_BESIDE)
        unlink(e->beside);
    else if (e->state == HIDDEN_FOLDER)
        rmdir(e->path);
    else if (e->state == HIDDEN_PLACED && e->keeps) {
        if (rename(e->kept, e->path) != 0 && unlink(e->path) == 0 &&
            link(e->kept, e->path) == 0)
            unlink(e->kept); /* a detour: what refused one name may again */
    } else if (e->state == HIDDEN_PLACED)
        unlink(e->path);
    e->state = HIDDEN_GONE;
}

void file_unlink(void)
{
    for (int i = hidden_all.n; i-- > 0;)
        hidden_undo(hidden_all.list[i]);
}

void hidden_free(hidden *e)
{
    if (e->f != NULL)
        fclose(e->f); /* given up by who had begun it */
    memory_free(e->path);
    memory_free(e);
}

void hidden_forget(void)
{
    const int n = hidden_all.n;
    hidden_all.n = 0;
    for (int i = 0; i < n; i++)
        hidden_free(hidden_all.list[i]);
    memory_free(hidden_all.list);
    hidden_all.list = NULL;
    hidden_all.room = 0;
}

void file_disown(void)
{
    hidden_forget();
}

void file_abandon(void)
{
    sigset_t before;
    hidden_hold(&before);
    file_unlink();
    hidden_forget();
    hidden_let(&before);
}

/** ## What ends the program

Whoever interrupts a run does not want half of its files. SIGXFSZ is no end: the
write says EFBIG, and the command ends with 6 like on a full disk. */
static void interrupted(int number)
{
    file_unlink();
    signal(number, SIG_DFL);
    raise(number);
}

void file_guard(void)
{
    static const int ends[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGPIPE,
                               SIGXCPU, SIGABRT, SIGALRM, SIGUSR1, SIGUSR2};
    static int once;
    if (once)
        return;
    once = 1;
    atexit(file_unlink); /* GMP ends the process when memory is out */
    signal(SIGXFSZ, SIG_IGN);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct sigaction act = {.sa_handler = interrupted}, was;
        sigfillset(&act.sa_mask);
        if (sigaction(ends[i], NULL, &was) == 0 && was.sa_handler == SIG_DFL)
            sigaction(ends[i], &act, NULL); /* not under nohup */
    }
}

static perp_status room_for_one(void)
{
    if (hidden_all.n < hidden_all.room)
        return PERP_SUCCESS;
    const size_t room =
        (size_t)hidden_all.room + (size_t)hidden_all.room / 2 + 8;
    hidden **grown = memory_new(room, sizeof *grown);
    if (grown == NULL)
        return PERP_NO_MEMORY(room * sizeof *grown);
    hidden **old = hidden_all.list;
    if (hidden_all.n > 0)
        memcpy(grown, old, (size_t)hidden_all.n * sizeof *grown);
    sigset_t before;
    hidden_hold(&before);
    hidden_all.list = grown;
    hidden_all.room = (int)room;
    hidden_let(&before);
    memory_free(old);
    return PERP_SUCCESS;
}

/* The path; two names beside it or in `folder`. */
perp_status hidden_new(const char *path, const char *folder, hidden **out)
{
    const char *slash = strrchr(path, '/');
    const size_t length = strlen(path) + 1;
    const size_t at = folder != NULL  ? strlen(folder) + 1
                      : slash != NULL ? (size_t)(slash - path) + 1
                                      : 0;
    PERP_TRY(room_for_one());
    hidden *e = *out = memory_new(1, sizeof *e);
    char *text =
        e == NULL ? NULL : memory_new(length + 2 * (at + HIDDEN_TAIL), 1);
    if (text == NULL) {
        memory_free(e);
        return PERP_NO_MEMORY(length + 2 * (at + HIDDEN_TAIL));
    }
    e->path = memcpy(text, path, length);
    e->beside = text + length;
    e->kept = e->beside + at + HIDDEN_TAIL;
    memcpy(e->beside, folder != NULL ? folder : path, at);
    if (folder != NULL)
        e->beside[at - 1] = '/';
    memcpy(e->kept, e->beside, at);
    return PERP_SUCCESS;
}
