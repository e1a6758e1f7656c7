#include <inttypes.h>
#include <stdio.h>
#include <stdint.h>
static uint32_t crc32(const char *s) {
    uint32_t crc = ~0u;
    for (; *s; s++) {
        crc ^= (unsigned char)*s;
        for (int k = 0; k < 8; k++) crc = crc & 1 ? (crc >> 1) ^ 0xEDB88320u : crc >> 1;
    }
    return ~crc;
}
static uint64_t rotate(uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }
static void binary(uint8_t x) { for (int i = 7; i >= 0; i--) putchar('0' + (x >> i & 1)); putchar('\n'); }
static int queens(int n, unsigned columns, unsigned left, unsigned right) {
    unsigned all = (1u << n) - 1;
    if (columns == all) return 1;
    int count = 0;
    for (unsigned free = all & ~(columns | left | right); free; free &= free - 1) {
        unsigned bit = free & -free;
        count += queens(n, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return count;
}
int main(void) {
    printf("%08" PRIx32 " %d %d %d\n", crc32("123456789"), __builtin_popcountll(0xF0F0F0F0ULL), __builtin_clz(1), __builtin_ctz(8));
    printf("%016" PRIx64 "\n", rotate(0x0123456789ABCDEFULL, 20));
    binary(0xA5);
    for (int n = 1; n <= 10; n++) printf("%d%c", queens(n, 0, 0, 0), n < 10 ? ' ' : '\n');
    uint8_t small = 250;
    small += 10;
    int8_t negative = (int8_t)200;
    printf("%u %d %" PRId64 " %" PRIu64 "\n", small, negative, INT64_MIN, UINT64_MAX);
}
