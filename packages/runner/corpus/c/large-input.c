#include <stdio.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }

int main(void) {
  int n;
  if (scanf("%d", &n) != 1) return 1;
  int *all = malloc(n * sizeof *all);
  long long sum = 0;
  for (int i = 0; i < n; i++) { if (scanf("%d", &all[i]) != 1) return 2; sum += all[i]; }
  qsort(all, n, sizeof *all, ascending);
  int different = 1, longest = 1, run = 1;
  for (int i = 1; i < n; i++) {
    if (all[i] == all[i - 1]) { if (++run > longest) longest = run; } else { different++; run = 1; }
  }
  printf("%d numbers, sum %lld, median %d, %d different, %d times at most\n", n, sum, all[n / 2], different, longest);
  free(all);
}
