#include "scene/run/apart.h"
#include "base/memory.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_ROOM = 4096, LINKS_MOST = 40 };

/** The file behind a name: its device and inode, when it is there; and where it
stands, or will stand: those of its directory and the last component, behind the
last link. The second is compared, too, because an output comes to be between two
questions. */
typedef struct {
    dev_t dev;
    ino_t ino;
} node;

typedef struct {
    int is_there, is_device, has_place;
    node own, dir;
    char base[PATH_ROOM];
} identity;

typedef struct {
    int output;
    const char *what, *path; /* in one block with the entry */
    identity id;
} entry;

static struct {
    entry **list;
    int n, room;
} all;

static node node_of(const struct stat *st)
{
    return (node){st->st_dev, st->st_ino};
}

static int one_node(const node *a, const node *b)
{
    return a->dev == b->dev && a->ino == b->ino;
}

/* Where a link leads, relative to its own directory; 0: it is no link. */
static int followed(char *path)
{
    char to[PATH_ROOM];
    ssize_t n = readlink(path, to, sizeof to - 1);
    if (n <= 0)
        return 0;
    to[n] = '\0';
    char *slash = strrchr(path, '/');
    size_t dir = to[0] == '/' || slash == NULL ? 0 : (size_t)(slash - path) + 1;
    if (dir + (size_t)n >= PATH_ROOM)
        return 0;
    memcpy(path + dir, to, (size_t)n + 1);
    return 1;
}

static void find_place(const char *name, identity *out)
{
    char path[PATH_ROOM];
    struct stat st;
    strcpy(path, name);
    for (int i = 0; i < LINKS_MOST && followed(path); i++)
        ;
    char *slash = strrchr(path, '/');
    strcpy(out->base, slash == NULL ? path : slash + 1);
    if (slash != NULL)
        slash[1] = '\0';
    if (out->base[0] == '\0' || strcmp(out->base, ".") == 0 ||
        strcmp(out->base, "..") == 0)
        return; /* a directory, and there */
    out->has_place = stat(slash == NULL ? "." : path, &st) == 0;
    if (out->has_place)
        out->dir = node_of(&st);
}

/** Of a name that is too long for the system nothing is known; no such file will
be opened. */
static void identify(const char *name, identity *out)
{
    struct stat st;
    const int printed = strcmp(name, "-") == 0;
    *out = (identity){.is_there = 0};
    if (strlen(name) >= PATH_ROOM)
        return;
    if ((printed ? fstat(STDOUT_FILENO, &st) : stat(name, &st)) == 0) {
        out->is_there = 1;
        out->is_device = S_ISCHR(st.st_mode);
        out->own = node_of(&st);
    }
    if (!printed)
        find_place(name, out);
}

static int is(const entry *e, const char *what, const char *path)
{
    return strcmp(e->what, what) == 0 && strcmp(e->path, path) == 0;
}

static int same(const entry *a, const entry *b)
{
    const identity *x = &a->id, *y = &b->id;
    if (strcmp(a->path, "-") == 0 && strcmp(b->path, "-") == 0)
        return 1;
    if (x->is_device || y->is_device)
        return 0;
    if (x->is_there && y->is_there && one_node(&x->own, &y->own))
        return 1;
    return x->has_place && y->has_place && one_node(&x->dir, &y->dir) &&
           strcmp(x->base, y->base) == 0;
}

static perp_status refused(const entry *a, const entry *b)
{
    const entry *out = a->output ? a : b, *other = a->output ? b : a;
    if (!other->output)
        return PERP_FAIL(PERP_USAGE,
                         "%s '%.150s' would overwrite '%.150s', which is read; "
                         "name another file",
                         out->what, out->path, other->path);
    return PERP_FAIL(PERP_USAGE,
                     "%s '%.150s' and %s '%.150s' are the same file; give "
                     "each its own",
                     other->what, other->path, out->what, out->path);
}

static perp_status room_for_one(void)
{
    if (all.n < all.room)
        return PERP_SUCCESS;
    const int room = all.room + all.room / 2 + 8;
    entry **grown = memory_resize(all.list, (size_t)room * sizeof *grown);
    if (grown == NULL)
        return PERP_NO_MEMORY((size_t)room * sizeof *grown);
    all.list = grown;
    all.room = room;
    return PERP_SUCCESS;
}

static perp_status enter(int output, const char *what, const char *path)
{
    const size_t i = strlen(what) + 1, j = strlen(path) + 1;
    for (int k = 0; k < all.n; k++)
        if (is(all.list[k], what, path))
            return PERP_SUCCESS;
    PERP_TRY(room_for_one());
    entry *e = memory_new(1, sizeof *e + i + j);
    if (e == NULL)
        return PERP_NO_MEMORY(sizeof *e + i + j);
    char *text = (char *)(e + 1);
    e->output = output;
    e->what = memcpy(text, what, i);
    e->path = memcpy(text + i, path, j);
    identify(path, &e->id);
    all.list[all.n++] = e;
    for (int k = 0; k + 1 < all.n; k++)
        if ((output || all.list[k]->output) && same(e, all.list[k]))
            return refused(all.list[k], e);
    return PERP_SUCCESS;
}

perp_status apart_reads(const char *path)
{
    return enter(0, "", path);
}

perp_status apart_writes(const char *what, const char *path)
{
    return enter(1, what, path);
}

void apart_forget(void)
{
    for (int k = 0; k < all.n; k++)
        memory_free(all.list[k]);
    memory_free(all.list);
    memset(&all, 0, sizeof all);
}
