#include <stdio.h>
#include <string.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
static int lcs(const char *a, const char *b, char *out) {
    static int t[64][64];
    int n = strlen(a), m = strlen(b), k = 0;
    memset(t, 0, sizeof t);
    for (int i = n - 1; i >= 0; i--) for (int j = m - 1; j >= 0; j--) t[i][j] = a[i] == b[j] ? 1 + t[i + 1][j + 1] : MAX(t[i + 1][j], t[i][j + 1]);
    for (int i = 0, j = 0; i < n && j < m;) {
        if (a[i] == b[j]) { out[k++] = a[i++]; j++; } else if (t[i + 1][j] >= t[i][j + 1]) i++; else j++;
    }
    out[k] = 0;
    return k;
}
static int distance(const char *a, const char *b) {
    int row[64], m = strlen(b);
    for (int j = 0; j <= m; j++) row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            int old = row[j];
            row[j] = MIN(MIN(row[j], row[j - 1]) + 1, diagonal + (a[i - 1] != b[j - 1]));
            diagonal = old;
        }
    }
    return row[m];
}
int main(void) {
    char out[64];
    printf("%d", lcs("AGGTABXYZ", "GXTXAYBZ", out));
    printf(" %s %d\n", out, distance("kitten", "sitting"));
    static unsigned long long ways[10001] = {1};
    int coins[] = {1, 2, 5, 10, 20, 50, 100, 200};
    for (int c = 0; c < 8; c++) for (int a = coins[c]; a <= 10000; a++) ways[a] += ways[a - coins[c]];
    printf("%llu %llu\n", ways[200], ways[10000]);
}
