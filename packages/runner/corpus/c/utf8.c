#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char *decode(const char *at, uint32_t *point) {
  const unsigned char *u = (const unsigned char *)at;
  int more = *u < 0x80 ? 0 : *u < 0xe0 ? 1 : *u < 0xf0 ? 2 : 3;
  *point = more == 0 ? *u : *u & (0x3f >> more);
  while (more--) *point = *point << 6 | (*++u & 0x3f);
  return (const char *)u + 1;
}

int main(void) {
  const char *texts[] = {"plain", "Grüße", "日本語", "🎉 é", "naïve café"};
  for (int i = 0; i < 5; i++) {
    int points = 0, wide = 0;
    uint32_t point, most = 0;
    for (const char *at = texts[i]; *at; points++) { at = decode(at, &point); if (point > 0xffff) wide++; if (point > most) most = point; }
    printf("%s: %zu bytes, %d points, %d beyond the BMP, highest U+%04X\n", texts[i], strlen(texts[i]), points, wide, most);
  }
}
