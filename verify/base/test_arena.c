#include "base/arena.h"
#include "base/memory.h"
#include "check.h"

/* Blocks are zeroed, aligned and disjoint, also past the first block. */
static void takes(void)
{
    arena a = {0};
    unsigned char *p[200];
    for (int i = 0; i < 200; i++) {
        size_t n = (size_t)(i * 37 % 4001 + 1);
        p[i] = arena_take(&a, n, 1);
        CHECK((uintptr_t)p[i] % 64 == 0, "alignment of %d", i);
        for (size_t k = 0; k < n; k++)
            CHECK(p[i][k] == 0, "byte %zu of %d", k, i);
        memset(p[i], i, n);
    }
    for (int i = 0; i < 200; i++)
        CHECK(p[i][i * 37 % 4001] == (unsigned char)i, "overwritten: %d", i);
    arena_free(&a);
}

/* After the largest step nothing is asked of the heap. */
static void marks(void)
{
    arena a = {0};
    arena_mark empty = arena_here(&a);
    for (int round = 0; round < 3; round++) {
        size_t before = memory_count();
        for (int i = 0; i < 10; i++)
            CHECK(arena_take(&a, 30000, 1) != NULL, "refused");
        CHECK(round == 0 || memory_count() == before, "round %d", round);
        arena_release(&a, empty);
    }
    arena_free(&a);
}

static void reserves(void)
{
    arena a = {0};
    CHECK(arena_reserve(&a, 1 << 20) == 0, "refused");
    size_t before = memory_count();
    arena_mark m = arena_here(&a);
    for (int i = 0; i < 16; i++)
        CHECK(arena_take(&a, 1 << 16, 1) != NULL, "refused");
    CHECK(memory_count() == before, "asked the heap");
    arena_release(&a, m);
    CHECK(arena_take(&a, 8, 1) != NULL, "refused");
    before = memory_count();
    CHECK(arena_reserve(&a, 8) == 0 && memory_count() == before,
          "has room, and asked the heap");
    arena_free(&a);
}

/* A heap that refuses leaves the arena as it was. */
static void refused(void)
{
    arena a = {0};
    memory_refuse(1);
    CHECK(arena_take(&a, 8, 8) == NULL, "granted");
    memory_refuse(0);
    CHECK(arena_take(&a, 8, 8) != NULL, "refused");
    CHECK(arena_take(&a, (size_t)1 << 62, 8) == NULL, "overflow granted");
    arena_free(&a);
}

int main(void)
{
    RUN(takes);
    RUN(marks);
    RUN(reserves);
    RUN(refused);
    DONE;
}
