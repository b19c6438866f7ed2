/* SPDX-License-Identifier: Apache-2.0 OR MIT */
// Calls `f' of two shared objects on the same arguments and memory; status 0 if they do the same, 3 if not.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t procedure(uint8_t *a, uint8_t *b, uint8_t *c, uint64_t d);
struct outcome { uint64_t result; _Alignas(64) uint8_t memory[3][256]; };

static int run(const char *file, struct outcome *o) {
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 0;
    }
    procedure *f = NULL;
    *(void **)&f = dlsym(library, "f");
    if (!f) return 0;
    memset(o, 0, sizeof *o);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 256; i++) o->memory[k][i] = (uint8_t)(i * 7 + k * 31 + 1);
    o->result = f(o->memory[0] + 64, o->memory[1] + 64, o->memory[2] + 64, 5);
    return 1;
}

int main(int argc, char **argv) {
    static struct outcome one, two;
    if (argc != 3 || !run(argv[1], &one) || !run(argv[2], &two)) return 2;
    return memcmp(&one, &two, sizeof one) ? 3 : 0;
}
