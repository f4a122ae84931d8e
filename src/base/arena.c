#include "base/arena.h"
#include "base/memory.h"

#include <stdint.h>
#include <string.h>

enum { ALIGN = 64, BLOCK = 1 << 16 };

struct arena_block {
    arena_block *next;
    size_t size, used;   /* bytes behind the header */
    unsigned char *base; /* the first aligned byte */
};

static size_t rounded(size_t bytes)
{
    return (bytes + ALIGN - 1) / ALIGN * ALIGN;
}

static arena_block *block_new(size_t bytes)
{
    size_t size = rounded(bytes < BLOCK ? BLOCK : bytes);
    arena_block *b = memory_new(1, sizeof *b + size + ALIGN);
    if (b == NULL)
        return NULL;
    uintptr_t start = (uintptr_t)(b + 1);
    b->base = (unsigned char *)(b + 1) + (ALIGN - start % ALIGN) % ALIGN;
    b->size = size;
    return b;
}

/** The block behind `b` that has `bytes` free, inserted when the next one is
too small. Blocks are kept in order, so that a release is a walk forward. */
static arena_block *room(arena *a, size_t bytes)
{
    arena_block **link = a->current == NULL ? &a->first : &a->current->next;
    if (*link != NULL && (*link)->size >= bytes)
        return *link;
    arena_block *b = block_new(bytes);
    if (b == NULL)
        return NULL;
    b->next = *link;
    *link = b;
    return b;
}

void *arena_take_any(arena *a, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) ||
        bytes > PTRDIFF_MAX - ALIGN)
        return NULL;
    bytes = rounded(bytes);
    arena_block *b = a->current;
    if (b == NULL || b->size - b->used < bytes) {
        if ((b = room(a, bytes)) == NULL)
            return NULL;
        b->used = 0;
        a->current = b;
    }
    void *p = b->base + b->used;
    b->used += bytes;
    return p;
}

void *arena_take(arena *a, size_t count, size_t size)
{
    void *p = arena_take_any(a, count, size);
    return p == NULL ? NULL : memset(p, 0, count * size);
}

int arena_reserve(arena *a, size_t bytes)
{
    arena_block *b = a->current;
    if (b != NULL && b->size - b->used >= rounded(bytes))
        return 0;
    return room(a, rounded(bytes)) == NULL ? -1 : 0;
}

arena_mark arena_here(const arena *a)
{
    return (arena_mark){a->current, a->current ? a->current->used : 0};
}

void arena_release(arena *a, arena_mark mark)
{
    a->current = mark.block;
    if (mark.block != NULL)
        mark.block->used = mark.used;
}

void arena_free(arena *a)
{
    while (a->first != NULL) {
        arena_block *next = a->first->next;
        memory_free(a->first);
        a->first = next;
    }
    a->current = NULL;
}
