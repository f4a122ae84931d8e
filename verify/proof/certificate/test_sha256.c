#include "proof/certificate/sha256.h"
#include "check.h"

static const char *digest_of(const void *text, size_t n, size_t piece)
{
    static char out[65];
    const char *p = text;
    sha256 s;
    sha256_begin(&s);
    for (size_t at = 0; at < n; at += piece)
        sha256_add(&s, p + at, n - at < piece ? n - at : piece);
    sha256_end(&s, out);
    return out;
}

/* The examples of the standard. */
static void examples(void)
{
    static char million[1000000];
    const char *two =
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    memset(million, 'a', sizeof million);
    const struct {
        const char *text;
        size_t n;
        const char *sum;
    } of[] = {
        {"", 0,
         "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", 3,
         "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {two, 56,
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {million, sizeof million,
         "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"}};
    for (int i = 0; i < 4; i++)
        for (size_t piece = 1; piece < 200; piece += 61)
            CHECK(strcmp(digest_of(of[i].text, of[i].n, piece), of[i].sum) == 0,
                  "example %d in pieces of %zu", i, piece);
}

/* A digest does not depend on how the text came. */
static void pieces(void)
{
    char text[300], whole[65];
    for (size_t n = 0; n < sizeof text; n++)
        text[n] = (char)(n * 37 + 11);
    for (size_t n = 0; n <= sizeof text; n++) {
        strcpy(whole, digest_of(text, n, 1000));
        for (size_t piece = 1; piece < 130; piece += 7)
            CHECK(strcmp(digest_of(text, n, piece), whole) == 0, "%zu, %zu", n,
                  piece);
    }
}

int main(void)
{
    RUN(examples);
    RUN(pieces);
    DONE;
}
