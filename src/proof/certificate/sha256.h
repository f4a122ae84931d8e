/**
# SHA-256

The digest that binds a proof to its scene and shows an accidental change. FIPS
180-4; it proves nothing about who wrote a file.
*/
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    uint32_t h[8];
    uint64_t bytes;
    uint8_t block[64];
} sha256;

void sha256_begin(sha256 *s);
void sha256_add(sha256 *s, const void *data, size_t bytes);

/* Adds the bytes of a file from where it stands, `most` or what there is. */
void sha256_read(sha256 *s, FILE *f, long most);

/* Ends the sum: 64 lower-case hexadecimal digits and a NUL. */
void sha256_end(sha256 *s, char out[65]);
