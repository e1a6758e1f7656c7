import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Language, Run } from '../../program.ts';
import { checkNative } from './check.ts';

const compiled = mkdtempSync(join(tmpdir(), 'compiled-'));
afterAll(() => rmSync(compiled, { recursive: true }));

const { engine, offers } = await checkNative({ languages: ['c', 'cpp'], compiled });
const has = (language: Language): boolean => offers.some((offer) => offer.language === language);

const runs = async (language: Language, source: string, inputs: readonly string[] = [''], output = 65_536): Promise<Run[]> => {
  const tasks = inputs.map((input) => ({ mode: 'stdio', input }) as const);
  const every: Run[] = [];
  for await (const run of engine.run({ language, source, tasks, limits: { seconds: 20, memory: 128, output } }, AbortSignal.any([])))
    every.push(run);
  return every;
};

type Death = {
  readonly name: string;
  readonly language?: Language;
  /** The line where it dies has this comment. */
  readonly source: string;
  /** All of stderr but the line. */
  readonly words: string | RegExp;
};

const address = "an address was used that is not the program's, such as one far beyond an array or in memory that was freed.";

const deaths: readonly Death[] = [
  {
    name: 'a null pointer',
    source: `#include <stdio.h>
struct Node { int value; struct Node *next; };
static int third(struct Node *node) {
  return node->next->next->value; // here
}
int main(void) {
  struct Node last = { 3, NULL };
  puts("x");
  fprintf(stderr, "looking");
  printf("%d\\n", third(&last));
}
`,
    words: 'looking\nSegmentation fault at line N: a null pointer was used.\n',
  },
  {
    name: 'a value that is returned at once, although the compiler counts its read to the brace of the caller',
    source: `#include <stdio.h>
int *numbers;
int get(int index) {
  return numbers[index]; // here
}
int main(void) {
  puts("x");
  return get(3);
}
`,
    words: 'Segmentation fault at line N: a null pointer was used.\n',
  },
  {
    name: 'a function of the library',
    source: `#include <stdio.h>
#include <string.h>
char *text;
int main(void) {
  puts("x");
  printf("%zu\\n", strlen(text)); // here
}
`,
    words: 'Segmentation fault at line N: a null pointer was used.\n',
  },
  {
    name: 'a string literal that is changed',
    source: `#include <stdio.h>
char *text = "abc";
int main(void) {
  puts("x");
  text[0] = 'd'; // here
  puts(text);
}
`,
    words: 'Segmentation fault at line N: memory was used in a way that it does not allow, such as writing to a string literal.\n',
  },
  {
    name: 'a recursion without an end',
    source: `#include <stdio.h>
#include <string.h>
int depth(int n) { // here
  char digits[200];
  memset(digits, n, sizeof digits); // here
  int below = depth(n + 1); // here
  return below > 0 ? digits[below % 200] : below;
}
int main(void) {
  puts("x");
  printf("%d\\n", depth(0));
}
`,
    words: 'Segmentation fault at line N: the stack is full. A recursion does not end, or a local array is too large.\n',
  },
  {
    name: 'a division by zero',
    source: `#include <stdio.h>
int main(void) {
  int n = 0;
  puts("x");
  scanf("%d", &n);
  printf("%d\\n", 100 / n); // here
}
`,
    words: 'Floating point exception at line N: an integer was divided by zero, or the smallest one by -1.\n',
  },
  {
    name: 'an assertion',
    source: `#include <assert.h>
#include <stdio.h>
int main(int count, char **arguments) {
  puts("x");
  fflush(stdout);
  assert(count == 2); // here
}
`,
    words: /^program: \/box\/program\.c:6: main: Assertion .count == 2' failed\.\nAborted at line N\.\n$/,
  },
  {
    name: 'memory that is freed twice',
    source: `#include <stdio.h>
#include <stdlib.h>
void *volatile held;
int main(void) {
  puts("x");
  fflush(stdout);
  held = malloc(10);
  free(held);
  free(held); // here
}
`,
    words: 'free(): double free detected in tcache 2\nAborted at line N.\n',
  },
  {
    name: 'an exception that nobody catches',
    language: 'cpp',
    source: `#include <iostream>
#include <stdexcept>
void check(int n) {
  if (n < 1) throw std::runtime_error("too small"); // here
}
int main() {
  std::cout << "x" << std::endl;
  check(0);
}
`,
    words: "terminate called after throwing an instance of 'std::runtime_error'\n  what():  too small\nAborted at line N.\n",
  },
  {
    name: 'an exception of the library',
    language: 'cpp',
    source: `#include <iostream>
#include <vector>
using namespace std;
int main() {
  cout << "x" << endl;
  vector<int> numbers;
  cout << numbers.at(4); // here
}
`,
    words: /out_of_range'\n {2}what\(\): {2}vector.*\nAborted at line N\.\n$/,
  },
  {
    name: 'a vector of vectors',
    language: 'cpp',
    source: `#include <iostream>
#include <vector>
using namespace std;
int sum(vector<vector<int>> &rows) {
  int sum = 0;
  for (int row = 0; row < 10; row++)
    sum += rows[row + 100000000][2]; // here
  return sum;
}
int main() {
  vector<vector<int>> rows(1);
  cout << "x" << endl;
  cout << sum(rows);
}
`,
    words: `Segmentation fault at line N: ${address}\n`,
  },
  {
    name: 'a recursion of a member function without an end',
    language: 'cpp',
    source: `#include <iostream>
#include <string>
#include <vector>
using namespace std;
struct Graph {
  vector<vector<int>> next;
  string visit(int node) { // here
    string path = to_string(node); // here
    for (int other : next[node]) path += visit(other); // here
    return path;
  } // here
};
int main() {
  cout << "x" << endl;
  Graph graph{{{1}, {0}}};
  cout << graph.visit(0);
}
`,
    words: 'Segmentation fault at line N: the stack is full. A recursion does not end, or a local array is too large.\n',
  },
  {
    name: 'another thread',
    language: 'cpp',
    source: `#include <iostream>
#include <thread>
int *pointer;
int main() {
  std::cout << "x" << std::endl;
  std::thread other([] {
    *pointer = 4; // here
  });
  other.join();
}
`,
    words: 'Segmentation fault at line N: a null pointer was used.\n',
  },
  {
    name: 'what runs before main',
    language: 'cpp',
    source: `#include <iostream>
int *pointer;
int first() {
  std::cout << "x" << std::endl;
  return *pointer; // here
}
int value = first();
int main() {}
`,
    words: 'Segmentation fault at line N: a null pointer was used.\n',
  },
];

const here = (source: string): number[] => source.split('\n').flatMap((text, index) => (text.includes('// here') ? [index + 1] : []));

describe.skipIf(!has('c') || !has('cpp'))('a program that dies by a signal', () => {
  test.each(deaths)('tells its line: $name', async ({ language = 'c', source, words }) => {
    const [run] = await runs(language, source);
    expect(run).toMatchObject({ end: 'runtime-error' });
    expect(run?.stderr.replace(/ at line \d+/, ' at line N')).toEqual(typeof words === 'string' ? words : expect.stringMatching(words));
    expect(here(source)).toContain(run?.line);
    expect(run?.stderr).toContain(` at line ${run?.line}`);
  });

  test('tells it for each of its runs, and those that end well say nothing', async () => {
    const source = `#include <stdio.h>
int main(void) {
  int a, b;
  scanf("%d %d", &a, &b);
  if (a == 7) *(volatile int *)NULL = 1;
  printf("%d\\n", a / b);
}
`;
    const every = await runs('c', source, ['6 3', '1 0', '7 1', '2 0', '6 2']);
    expect(every.map(({ line }) => line)).toEqual([undefined, 6, 5, 6, undefined]);
    expect(every.map(({ stderr }) => stderr === '')).toEqual([true, false, false, false, true]);
  });

  test('and handles that signal itself is left alone', async () => {
    const source = `#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
static sigjmp_buf back;
static void handle(int signal) { siglongjmp(back, signal); }
int main(void) {
  signal(SIGFPE, handle);
  signal(SIGSEGV, handle);
  signal(SIGABRT, handle);
  int caught = sigsetjmp(back, 1);
  if (caught == 0) *(volatile int *)NULL = 1;
  printf("%d\\n", caught);
}
`;
    expect(await runs('c', source)).toMatchObject([{ end: 'ended', stdout: '11\n', stderr: '' }]);
  });

  test('may have functions of its own with the names of the system', async () => {
    const source = `#include <stdio.h>
int write(int n) { return n + 1; }
int getpid(void) { return write(1); }
int signal(int n) { return n; }
int died, start, report;
int main(void) {
  printf("%d\\n", getpid() + signal(40));
  fflush(stdout);
  *(volatile int *)NULL = 1;
}
`;
    expect(await runs('c', source)).toMatchObject([{ end: 'runtime-error', stdout: '42\n', line: 9 }]);
  });

  test('whose child died is not told of as if it had died itself', async () => {
    const source = `#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  int status = 0;
  if (fork() == 0) *(volatile int *)NULL = 1;
  wait(&status);
  printf("%d\\n", WTERMSIG(status));
  return 3;
}
`;
    expect(await runs('c', source)).toMatchObject([{ end: 'runtime-error', stdout: '11\n', stderr: '', line: undefined }]);
  });

  test.each([
    ['the exit code of another end', 'return 3;'],
    ['another signal', 'abort();'],
    ['a code like that of a signal, and addresses that are none', 'return 139;'],
  ])('and writes a report like that of the handler cannot have more than a wrong line: %s', async (_name, end) => {
    const source = `#include <stdio.h>
#include <stdlib.h>
int main(void) {
  fputs("before\\nassay-died 11 null 0x12 @/etc/passwd -e /bin/sh\\n", stderr);
  ${end}
}
`;
    const [run] = await runs('c', source);
    expect(run).toMatchObject({ end: 'runtime-error' });
    expect([undefined, 5]).toContain(run?.line);
    expect(run?.stderr).not.toContain('root');
  });

  test('a line beyond the end of the source is none', async () => {
    const source = '#line 5000\nint main(void) { *(volatile int *)0 = 1; }\n';
    expect(await runs('c', source)).toMatchObject([
      { end: 'runtime-error', line: undefined, stderr: 'Segmentation fault: a null pointer was used.\n' },
    ]);
  });
});
