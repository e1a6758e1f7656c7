#include <math.h>
#include <stdio.h>
#include <string.h>
#define N 4
static void multiply(double a[N][N], double b[N][N], double out[N][N]) {
    double r[N][N] = {{0}};
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) for (int k = 0; k < N; k++) r[i][j] += a[i][k] * b[k][j];
    memcpy(out, r, sizeof r);
}
static double determinant(double given[N][N]) {
    double a[N][N], det = 1;
    memcpy(a, given, sizeof a);
    for (int c = 0; c < N; c++) {
        int pivot = c;
        for (int r = c + 1; r < N; r++) if (fabs(a[r][c]) > fabs(a[pivot][c])) pivot = r;
        if (a[pivot][c] == 0) return 0;
        if (pivot != c) {
            for (int k = 0; k < N; k++) { double t = a[c][k]; a[c][k] = a[pivot][k]; a[pivot][k] = t; }
            det = -det;
        }
        det *= a[c][c];
        for (int r = c + 1; r < N; r++) {
            double factor = a[r][c] / a[c][c];
            for (int k = c; k < N; k++) a[r][k] -= factor * a[c][k];
        }
    }
    return det;
}
int main(void) {
    double a[N][N], p[N][N] = {{0}};
    for (int i = 0; i < N; i++) { p[i][i] = 1; for (int j = 0; j < N; j++) a[i][j] = (i * 7 + j * 3) % 5 - 1.5; }
    for (int i = 0; i < 5; i++) multiply(p, a, p);
    for (int i = 0; i < N; i++) { for (int j = 0; j < N; j++) printf("%10.2f", p[i][j]); puts(""); }
    printf("det %.6f, norm %.4e, %g %g\n", determinant(a), sqrt(p[0][0] * p[0][0] + p[1][1] * p[1][1]), 1e-5, 1e15);
    printf("%5.1f%% [%+d] [%05d] [%x] [%#o] [%-5s] [%.3s] [%c] %zu\n", 99.5, 5, 42, 255, 8, "ab", "abcdef", 'z', sizeof a);
}
