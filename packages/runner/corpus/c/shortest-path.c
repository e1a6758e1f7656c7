#include <stdio.h>
#include <string.h>

enum { rows = 8, columns = 12 };
static const char *maze[rows] = {
  "S.#.........",
  "..#.#######.",
  "..#.#.....#.",
  "..#.#.###.#.",
  "....#.#E#.#.",
  ".####.#.#.#.",
  "......#.....",
  "............",
};
static int distance[rows][columns];

int main(void) {
  int queue[rows * columns], head = 0, tail = 0, end = -1;
  memset(distance, -1, sizeof distance);
  distance[0][0] = 0;
  queue[tail++] = 0;
  const int dr[] = {1, 0, -1, 0}, dc[] = {0, 1, 0, -1};
  while (head < tail) {
    int here = queue[head++], r = here / columns, c = here % columns;
    if (maze[r][c] == 'E') end = here;
    for (int d = 0; d < 4; d++) {
      int nr = r + dr[d], nc = c + dc[d];
      if (nr < 0 || nc < 0 || nr >= rows || nc >= columns || maze[nr][nc] == '#' || distance[nr][nc] >= 0) continue;
      distance[nr][nc] = distance[r][c] + 1;
      queue[tail++] = nr * columns + nc;
    }
  }
  for (int r = 0; r < rows; r++) {
    for (int c = 0; c < columns; c++) if (distance[r][c] < 0) printf("  #"); else printf("%3d", distance[r][c]);
    putchar('\n');
  }
  printf("%d steps, %d of %d fields reached\n", end < 0 ? -1 : distance[end / columns][end % columns], tail, rows * columns);
}
