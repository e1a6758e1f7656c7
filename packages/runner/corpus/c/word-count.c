#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define BUCKETS 101
typedef struct Entry { char *word; int count; struct Entry *next; } Entry;
static Entry *table[BUCKETS];
static unsigned hash(const char *s) { unsigned h = 5381; while (*s) h = h * 33 + (unsigned char)*s++; return h % BUCKETS; }
static void add(const char *word) {
    unsigned h = hash(word);
    for (Entry *e = table[h]; e; e = e->next) if (strcmp(e->word, word) == 0) { e->count++; return; }
    Entry *e = malloc(sizeof *e);
    e->word = strdup(word);
    e->count = 1;
    e->next = table[h];
    table[h] = e;
}
static int compare(const void *a, const void *b) {
    const Entry *x = *(Entry *const *)a, *y = *(Entry *const *)b;
    return y->count != x->count ? y->count - x->count : strcmp(x->word, y->word);
}
int main(void) {
    char line[256];
    int lines = 0, words = 0;
    while (fgets(line, sizeof line, stdin)) {
        lines++;
        for (char *p = line; *p; p++) *p = isalpha((unsigned char)*p) ? tolower((unsigned char)*p) : ' ';
        for (char *w = strtok(line, " "); w; w = strtok(NULL, " ")) { add(w); words++; }
    }
    Entry *all[256];
    int n = 0;
    for (int i = 0; i < BUCKETS; i++) for (Entry *e = table[i]; e && n < 256; e = e->next) all[n++] = e;
    qsort(all, n, sizeof *all, compare);
    printf("%d lines, %d words, %d distinct\n", lines, words, n);
    for (int i = 0; i < n; i++) printf("%3d %s\n", all[i]->count, all[i]->word);
}
