import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { repetitions, until } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Language, Limits, Program, Run } from '../../program.ts';
import { findGroups } from './cgroups.ts';
import { checkNative, type NativeCheck, openNative } from './check.ts';
import { hostileInInterpreters } from './hostile-in-interpreters.ts';
import { type Hostile, hostile as hostileToKernels } from './hostile-programs.ts';

const limits: Limits = { seconds: 2, memory: 128, output: 65_536 };
/** For what is right however long it takes: a Java machine takes seconds to start when all cores are busy. */
const unhurried = { seconds: 60 };
const untilStopped = { seconds: 600 };
/** Every run, in the order of the tasks. */
const all = async (runs: AsyncIterable<Run>): Promise<Run[]> => {
  const every: Run[] = [];
  for await (const run of runs) every.push(run);
  return every;
};

const never = new AbortController().signal;

const program = (language: Language, source: string, inputs: readonly string[] = [''], changed: Partial<Limits> = {}): Program => ({
  language,
  source,
  tasks: inputs.map((input) => ({ mode: 'stdio', input })),
  limits: { ...limits, ...changed },
});

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** Of the control groups below those of this process. */
const groupNames = (): string[] =>
  textOf('/proc/self/cgroup')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [, names = '', path = ''] = line.split(':');
      return [names, 'unified', ''].map((name) => `/sys/fs/cgroup/${name}${path}`);
    })
    .filter((path) => existsSync(path))
    .flatMap((path) => readdirSync(path));

/** Processes inside sandboxes of this process, its directories and its control groups. */
const leftBehind = (): string[] => {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => new RegExp(`^Uid:\\t${59_000 + (process.pid % 1000)}\\t`, 'm').test(textOf(`/proc/${name}/status`)));
  const names = [...groupNames(), ...readdirSync(tmpdir())].filter((name) => name.startsWith(`assay-native-${process.pid}-`));
  return [...processes, ...names];
};

let server: Server;
let connections = 0;
beforeAll(async () => {
  process.env.ASSAY_TEST_SECRET = 'secret';
  server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  delete process.env.ASSAY_TEST_SECRET;
  server.close();
});

const port = (): number => {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};

const languages = ['python', 'javascript', 'typescript', 'ruby', 'c', 'cpp', 'java', 'go', 'rust'] as const;
const hostile = [...hostileToKernels, ...hostileInInterpreters];
/** Those that a limit ends: without control groups the limits are others, and what a program may see or call is the same. */
const limited = hostile.filter(({ end }) => !['ended', 'runtime-error', 'compile-error'].includes(String(end)));
/** Of the session of this process, before any program. */
const priorityBefore = textOf('/proc/self/autogroup');
const asHere = await checkNative({ languages });
const hasGroups = asHere.warnings.length === 0;
const withoutGroups = await checkNative({ languages: [...new Set(limited.map(({ language = 'c' }) => language))], groups: null });

if (asHere.refusal !== null) {
  it(`native programs are refused on this machine: ${asHere.refusal}`, async () => {
    expect(asHere.offers).toEqual([]);
    expect(await all(asHere.engine.run(program('c', 'int main(void) {}'), never))).toMatchObject([
      { end: 'not-run', stderr: asHere.refusal },
    ]);
  });
}

const runnerOf =
  ({ engine }: NativeCheck) =>
  async (...what: Parameters<typeof program>): Promise<Run> => {
    const [first] = await all(engine.run(program(...what), never));
    if (!first) throw new Error('no run');
    return first;
  };
const offers = ({ offers }: NativeCheck, language: Language): boolean => offers.some((offer) => offer.language === language);

/** What depends on control groups. */
const limitsOf = (check: NativeCheck, grouped: boolean, programs: readonly Hostile[]): void => {
  const run = runnerOf(check);
  const has = (language: Language): boolean => offers(check, language);

  it('everything that the self-test tries is held, and each toolchain tells its version', () => {
    expect(
      check.checks.filter(({ name, passed }) => !passed && !/\((c|cpp|java|python|javascript|typescript|ruby|go|rust)\)$/.test(name)),
    ).toEqual([]);
    for (const { engine, version, modes } of check.offers) {
      expect(engine).toBe('native');
      expect(version).toMatch(/^\S+ \d+\.\d+/);
      expect(modes).toEqual(['stdio']);
    }
    expect(check.offers.map(({ language }) => language)).toContain('c');
  });

  it('without control groups a warning says what is weaker', () => {
    expect(check.warnings).toHaveLength(grouped ? 0 : 1);
  });

  for (const { name, language = 'c', source, input = '', limits: changed, end, endWithoutGroups, stdout, machine } of programs) {
    if (!has(language) || (machine !== undefined && machine !== process.arch)) continue;
    it(`hostile: ${name}`, async () => {
      const result = await run(language, source, [input === '@port' ? `${port()}\n` : input], changed);
      const allowed = (grouped ? undefined : endWithoutGroups) ?? (typeof end === 'string' ? [end] : end);
      expect(allowed, `${result.end}: ${result.stdout.slice(0, 500)} ${result.stderr.slice(0, 500)}`).toContain(result.end);
      if (typeof stdout === 'string') expect(result.stdout).toBe(stdout);
      else if (stdout) expect(result.stdout).toMatch(stdout);
      expect(Buffer.byteLength(result.stdout) + Buffer.byteLength(result.stderr)).toBeLessThanOrEqual(65_536 * 1.01);
      expect(connections).toBe(0);
      expect(leftBehind()).toEqual([]);

      expect(
        await run('c', '#include <stdio.h>\nint main(void) { int n; scanf("%d", &n); printf("%d\\n", n + 1); }', ['41']),
      ).toMatchObject({
        end: 'ended',
        stdout: '42\n',
        stderr: '',
      });
    });
  }

  it('a run tells its processor time, not the time it slept, and with control groups the most memory that it had', async () => {
    const source = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  char *room = malloc(50 << 20);
  memset(room, 1, 50 << 20);
  sleep(1);
  while (clock() < CLOCKS_PER_SEC / 4);
  printf("%d\\n", room[12345]);
}
`;
    const { end, stdout, seconds, memory } = await run('c', source);
    expect({ end, stdout }).toEqual({ end: 'ended', stdout: '1\n' });
    expect(seconds).toBeGreaterThan(0.2);
    expect(seconds).toBeLessThan(0.9);
    if (grouped) expect(memory).toSatisfy((most: number) => most >= 50 && most < 60);
    else expect(memory).toBeNull();
  });

  it('a program that is over its time says whether it waited', async () => {
    const waiting = await run('c', '#include <unistd.h>\nint main(void) { for (;;) pause(); }\n', [''], { seconds: 0.1 });
    const computing = await run('c', 'int main(void) { for (;;); }\n', [''], { seconds: 0.1 });
    expect([waiting, computing].map(({ end }) => end)).toEqual(['time-limit-exceeded', 'time-limit-exceeded']);
    expect([waiting.waited, computing.waited]).toEqual([true, undefined]);
  });

  it('an abort ends the run at once, and the tasks behind it are not run', async () => {
    const stop = new AbortController();
    const running = all(check.engine.run(program('python', 'while True: pass\n', ['', ''], { seconds: 100 }), stop.signal));
    await until('the workspace', () => readdirSync(tmpdir()).find((name) => name.startsWith(`assay-native-${process.pid}-`)));
    stop.abort();
    expect(await running).toMatchObject([{ end: 'not-run' }, { end: 'not-run' }]);
    expect(leftBehind()).toEqual([]);
  });

  it('an abort at any moment of a start leaves no process behind, not even one that has ended, and no control group', async () => {
    const source = '#include <unistd.h>\nint main(void) { for (;;) pause(); }';
    for (let milliseconds = 0; milliseconds < 40; milliseconds += 0.5) {
      const stop = new AbortController();
      const running = all(check.engine.run(program('c', source), stop.signal));
      await delay(milliseconds);
      stop.abort();
      expect(await running).toMatchObject([{ end: 'not-run' }]);
      expect(leftBehind()).toEqual([]);
    }
  });
};

const languagesOf = (check: NativeCheck): void => {
  const run = runnerOf(check);
  const has = (language: Language): boolean => offers(check, language);

  it('a run finds nothing of the run before it, and cannot change the program of the next', async () => {
    const source = `#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  const char *left[] = { "/tmp/left", "/dev/shm/left", "/box/left", "/usr/src/left" };
  for (int i = 0; i < 4; i++) if (open(left[i], O_RDWR) >= 0) puts("found"); else open(left[i], O_RDWR | O_CREAT, 0600);
  printf("%s ", open("/box/program", O_RDWR) < 0 ? strerrorname_np(errno) : "opened");
  printf("%s ", unlink("/box/program") < 0 ? strerrorname_np(errno) : "unlinked");
  printf("%s\\n", chmod("/proc/self/exe", 0777) < 0 ? strerrorname_np(errno) : "changed");
}
`;
    const runs = await all(check.engine.run(program('c', source, ['', '', '']), never));
    expect(runs.map(({ end }) => end)).toEqual(['ended', 'ended', 'ended']);
    for (const { stdout } of runs) expect(stdout).toMatch(/^(EROFS|ETXTBSY|EACCES) (EROFS|EBUSY) EROFS\n$/);
  });

  it('a run sees nothing of another one beside it, even by its path', async () => {
    const stop = new AbortController();
    const other = all(
      check.engine.run(program('c', '#include <unistd.h>\nint main(void) { for (;;) pause(); }', ['its input'], untilStopped), stop.signal),
    );
    const path = await until('the input of the other run', () =>
      readdirSync(tmpdir())
        .filter((name) => name.startsWith(`assay-native-${process.pid}-`))
        .map((name) => `${tmpdir()}/${name}/stdin`)
        .find((file) => existsSync(file)),
    );
    const result = await run(
      'python',
      'import os\nprint([n for n in os.listdir("/tmp")], os.path.exists(input()), sorted(n for n in os.listdir("/proc") if n.isdigit()))\n',
      [path],
    );
    expect(result).toMatchObject({ end: 'ended', stdout: "[] False ['1', '2']\n" });
    stop.abort();
    expect(await other).toMatchObject([{ end: 'not-run' }]);
    expect(leftBehind()).toEqual([]);
  });

  it('a compiled program is kept for all its runs, and each has its own input', async () => {
    const runs = await all(
      check.engine.run(
        program('c', '#include <stdio.h>\nint main(void) { int a, b; scanf("%d %d", &a, &b); printf("%d\\n", a + b); }', [
          '1 2',
          '-5 5',
          '20 22',
        ]),
        never,
      ),
    );
    expect(runs.map(({ stdout }) => stdout)).toEqual(['3\n', '0\n', '42\n']);
    for (const { seconds } of runs) expect(seconds).toBeLessThan(0.5);
  });

  it('runs in a service whose files are private', async () => {
    const umask = process.umask(0o077);
    try {
      for (const [language, source] of [
        ['c', '#include <stdio.h>\nint main(void) { puts("1"); }\n'],
        ['python', 'print(1)\n'],
      ] as const)
        expect(await run(language, source)).toMatchObject({ end: 'ended', stdout: '1\n' });
    } finally {
      process.umask(umask);
    }
  });

  it('the file of the input cannot grow, although a program may open it by name', async () => {
    const source = `import os
try: os.chmod("/proc/self/fd/0", 0o666)
except OSError as error: print(type(error).__name__)
try: os.write(os.open("/proc/self/fd/0", os.O_WRONLY | os.O_APPEND), bytes(200_000))
except OSError as error: print(type(error).__name__)
`;
    const grown = await run('python', source, ['abc']);
    if (process.getuid?.() === 0) expect(grown).toMatchObject({ end: 'ended', stdout: 'PermissionError\nPermissionError\n' });
    else expect(grown).toMatchObject({ end: 'output-limit-exceeded' });
  });

  it('a program may open /dev/stdin and /dev/stdout by name', async () => {
    const source = 'with open("/dev/stdin") as i, open("/dev/stdout", "w") as o: o.write(i.read().upper())\n';
    expect(await run('python', source, ['abc'])).toMatchObject({ end: 'ended', stdout: 'ABC' });
  });

  it('cut output ends with a whole character', async () => {
    const result = await run('python', 'print("ä" * 100000)\n', [''], { output: 1001 });
    expect(result).toMatchObject({ end: 'output-limit-exceeded', stdout: 'ä'.repeat(500) });
  });

  it.each([
    ['c', 'int main(void) {\n  return x;\n}\n', 2],
    ['cpp', '#include <vector>\n\nint main() { return y; }\n', 3],
    ['cpp', '#include <algorithm>\n#include <list>\nint main() {\n  std::list<int> l;\n  std::sort(l.begin(), l.end());\n}\n', 5],
    ['python', 'a = 1\nif a\n', 2],
    ['javascript', 'let a = 1;\nlet b = ;\n', 2],
    ['typescript', 'let a = 1;\nlet b: = 2;\n', 2],
    ['ruby', 'a = 1\nif a\n', 2],
    ['java', 'public class Main {\n  void f() { return 1 }\n}\n', 2],
    ['go', 'package main\n\nfunc main() {\n\tx\n}\n', 4],
    ['rust', 'fn main() {\n  let x: i32 = "a";\n}\n', 2],
  ] as const)('a compile error tells its line: %s', async (language, source, line) => {
    if (!has(language)) return expect(check.checks.find(({ name }) => name.endsWith(`(${language})`))).toMatchObject({ passed: false });
    const runs = await all(check.engine.run(program(language, source, ['', ''], unhurried), never));
    expect(runs).toMatchObject([
      { end: 'compile-error', line, stdout: '' },
      { end: 'compile-error', line },
    ]);
  });

  it.each([
    ['python', 'def f(n):\n  return 1 // n\nprint("x")\nf(0)\n', 2],
    ['javascript', 'console.log("x");\nnull.f();\n', 2],
    ['typescript', 'console.log("x" as string);\n(null as any).f();\n', 2],
    ['ruby', 'def f(n)\n  1 / n\nend\nputs "x"\nf(0)\n', 2],
    ['java', 'public class Main {\n  public static void main(String[] a) {\n    System.out.println("x");\n    a[0] = "";\n  }\n}\n', 4],
    ['go', 'package main\n\nfunc main() {\n\tprintln("e")\n\tvar a []int\n\tprint(a[0])\n}\n', 6],
    ['rust', 'fn main() {\n  println!("x");\n  panic!("y");\n}\n', 3],
  ] as const)('a runtime error tells its line: %s', async (language, source, line) => {
    if (!has(language)) return expect(check.checks.find(({ name }) => name.endsWith(`(${language})`))).toMatchObject({ passed: false });
    const ran = await run(language, source, [''], unhurried);
    expect(ran).toMatchObject({ end: 'runtime-error', stdout: language === 'go' ? '' : 'x\n', line });
  });

  it.each([
    ['a class of another name', 'class Solution {\n  public static void main(String[] a) { System.out.println("x"); a[0] = ""; }\n}\n', 2],
    [
      'a public class in a package',
      'package one.two;\npublic class Solution {\n  public static void main(String[] a) { System.out.println("x"); a[0] = ""; }\n}\n',
      3,
    ],
    [
      'a record and an interface before the class with main',
      'record P(int x) {}\ninterface F { int f(); }\nclass Start {\n  public static void main(String[] a) { System.out.println("x"); new java.util.ArrayList<P>().get(new P(1).x()); }\n}\n',
      4,
    ],
  ] as const)('Java runs %s, and tells the line in it', async (_name, source, line) => {
    if (!has('java')) return expect(check.checks.find(({ name }) => name.endsWith('(java)'))).toMatchObject({ passed: false });
    expect(await run('java', source, [''], unhurried)).toMatchObject({ end: 'runtime-error', stdout: 'x\n', line });
  });

  it('a language without a toolchain, and a task that is no stdio, are not run', async () => {
    expect(await run('sql', 'select 1')).toMatchObject({ end: 'not-run' });
    const task = { mode: 'function', name: 'f', args: [] } as const;
    const runs = await all(check.engine.run({ language: 'c', source: 'int main(void) {}', tasks: [task], limits }, never));
    expect(runs).toMatchObject([{ end: 'not-run' }]);
  });

  it('a further process opens the engine without another self-test', async () => {
    const further = openNative(check.offers);
    expect(await further.offers()).toEqual(check.offers);
    expect(await all(further.run(program('python', 'print(input())', ['x']), never))).toMatchObject([{ end: 'ended', stdout: 'x\n' }]);
  });
};

const describeIf = (is: boolean, name: string, tests: () => void): void => {
  if (is) describe(name, tests);
};
describeIf(asHere.refusal === null, hasGroups ? 'with control groups' : 'this machine gives no control groups', () =>
  limitsOf(asHere, hasGroups, hostile),
);
describeIf(withoutGroups.refusal === null && hasGroups, 'without control groups', () => limitsOf(withoutGroups, false, limited));
describeIf(asHere.refusal === null, 'programs in each language', () => languagesOf(asHere));

describeIf(asHere.refusal === null, 'an engine that is killed', () => {
  it('takes its programs along, and the next one removes its control groups', async () => {
    const source = `import { checkNative } from ${JSON.stringify(new URL('./check.ts', import.meta.url).href)};
const { engine } = await checkNative({ languages: ['python'] });
const source = 'import os, time\\nif os.fork() == 0: os.setsid()\\nwhile True: time.sleep(1)\\n';
console.log('ready');
for await (const run of engine.run({ language: 'python', source, tasks: [{ mode: 'stdio', input: '' }], limits: { seconds: 60, memory: 64, output: 99 } }, new AbortController().signal)) console.log(run.end);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: ['ignore', 'pipe', 'inherit'] });
    const closed = once(child, 'close');
    await once(child.stdout, 'data');
    const within = (): string[] =>
      readdirSync('/proc').filter((name) => textOf(`/proc/${name}/cmdline`).startsWith('python3\0-B\0-s\0/box/program.py'));
    await until('both processes', () => (within().length >= 2 ? true : undefined));
    child.kill('SIGKILL');
    await closed;
    await until('the end of both', () => (within().length === 0 ? true : undefined));
    await until('the end of its control groups', () => {
      findGroups();
      return groupNames().some((name) => name.startsWith(`assay-native-${child.pid}-`)) ? undefined : true;
    });
    for (const name of readdirSync(tmpdir()))
      if (name.startsWith(`assay-native-${child.pid}-`)) rmSync(join(tmpdir(), name), { recursive: true });
  });
});

describeIf(asHere.refusal === null, 'an engine that is killed while its programs start', () => {
  const kills = repetitions(8, 300);
  it(`leaves nothing that its next start does not end, in ${kills} kills`, async () => {
    const source = `import { openNative } from ${JSON.stringify(new URL('./check.ts', import.meta.url).href)};
const engine = openNative(${JSON.stringify(asHere.offers)});
console.log('ready');
const program = { language: ${JSON.stringify(asHere.offers[0]?.language)}, source: 'x', tasks: [{ mode: 'stdio', input: '' }], limits: { seconds: 60, memory: 64, output: 99 } };
const again = async () => { for (;;) for await (const run of engine.run(program, new AbortController().signal)); };
for (let count = 0; count < 4; count += 1) again();`;
    const pids: (number | undefined)[] = [];
    for (let count = 0; count < kills; count += 1) {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: ['ignore', 'pipe', 'inherit'] });
      pids.push(child.pid);
      const closed = once(child, 'close');
      await once(child.stdout, 'data');
      await delay((count % 20) * 7);
      child.kill('SIGKILL');
      await closed;
    }
    const prefixes = pids.map((pid) => `assay-native-${pid}-`);
    const left = (): string[] => [
      ...groupNames().filter((name) => prefixes.some((prefix) => name.startsWith(prefix))),
      ...readdirSync('/proc').filter((name) => prefixes.some((prefix) => textOf(`/proc/${name}/cmdline`).includes(prefix))),
    ];
    await until('the end of all', () => {
      findGroups();
      return left().length === 0 ? true : undefined;
    });
    for (const name of readdirSync(tmpdir()))
      if (prefixes.some((prefix) => name.startsWith(prefix))) rmSync(join(tmpdir(), name), { recursive: true });
  });
});

describeIf(process.getuid?.() === 0, 'a sandbox whose engine is gone', () => {
  it('is ended, unless it belongs to a container, where its engine has another id', async () => {
    const path = join(tmpdir(), 'assay-native-4000000-gone', 'program.py');
    const gone = spawn('sh', ['-c', 'sleep 60; :', 'bwrap', '--unshare-all', path], { stdio: 'ignore' });
    const inside = `sh -c 'sleep 60; :' bwrap --unshare-all ${path} & wait`;
    const contained = spawn('unshare', ['--pid', '--fork', '--kill-child', 'sh', '-c', inside], { stdio: 'ignore' });
    const ended = once(gone, 'exit');
    const within = (): string[] =>
      readdirSync('/proc').filter((name) => textOf(`/proc/${name}/cmdline`).startsWith('sh\0-c\0sleep 60; :\0bwrap'));
    await until('both', () => within().length >= 2 || undefined);
    findGroups();
    expect((await ended)[1]).toBe('SIGKILL');
    expect(within()).toHaveLength(1);
    const over = once(contained, 'exit');
    contained.kill('SIGKILL');
    await over;
  });
});

describeIf(priorityBefore !== '', 'the session of the service', () => {
  it('keeps its priority, although programs begin in it', () => {
    expect(textOf('/proc/self/autogroup')).toBe(priorityBefore);
  });
});

// Elsewhere all of the tests above are without root.
describeIf(
  asHere.offers.some(({ language }) => language === 'python'),
  'a program',
  () => {
    it('that has had its turn goes on below those that have theirs, with all that it started', async () => {
      const source = 'import os\nmine = "goes on for long"\nos.fork()\nwhile True: pass';
      const stopping = new AbortController();
      const running = all(asHere.engine.run(program('python', source, [''], untilStopped), stopping.signal));
      const own = (): number[] =>
        readdirSync('/proc')
          .filter((name) => /^\d+$/.test(name) && textOf(`/proc/${name}/status`).includes(`Uid:\t${59_000 + (process.pid % 1000)}\t`))
          .filter((name) => textOf(`/proc/${name}/cmdline`).startsWith('python'))
          .map(Number);
      await until('both processes to go on with a lower priority', async () => {
        const pids = own();
        return (pids.length >= 2 && pids.every((pid) => textOf(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')[16] === '19')) || undefined;
      });
      stopping.abort();
      await running;
    });
  },
);

describeIf(asHere.refusal === null && process.getuid?.() === 0, 'without root', () => {
  it('the same is held and offered', async () => {
    const source = `import { checkNative } from ${JSON.stringify(new URL('./check.ts', import.meta.url).href)};
const { engine, ...found } = await checkNative({ languages: ['c'] });
const task = { mode: 'stdio', input: '' };
const of = (source) => engine.run({ language: 'c', source, tasks: [task], limits: { seconds: 0.4, memory: 64, output: 4096 } }, new AbortController().signal);
const [bomb] = await Array.fromAsync(of('#include <unistd.h>\\nint main(void) { for (;;) fork(); }'));
const [next] = await Array.fromAsync(of('#include <stdio.h>\\nint main(void) { puts("right"); }'));
console.log(JSON.stringify({ refusal: found.refusal, offers: found.offers.length, bomb: bomb.end, next: next.stdout }));`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
      uid: 59_999,
      gid: 59_999,
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: '/',
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    await once(child, 'close');
    expect(JSON.parse(output)).toEqual({ refusal: null, offers: 1, bomb: 'time-limit-exceeded', next: 'right\n' });
  });
});

describeIf(asHere.refusal === null, 'a service', () => {
  it('that is installed below /usr is covered', async () => {
    const source = `import { checkNative } from ${JSON.stringify(new URL('./check.ts', import.meta.url).href)};
const { engine, refusal } = await checkNative({ languages: ['python'] });
const source = 'import os\\nprint(os.listdir("/usr/include/linux"), len(os.listdir("/usr/include")) > 1)';
const [run] = await Array.fromAsync(engine.run({ language: 'python', source, tasks: [{ mode: 'stdio', input: '' }], limits: { seconds: 1, memory: 64, output: 99 } }, new AbortController().signal));
console.log(JSON.stringify({ refusal, stdout: run.stdout }));`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: '/usr/include/linux',
    });
    const [chunk] = await once(child.stdout.setEncoding('utf8'), 'data');
    await once(child, 'close');
    expect(JSON.parse(String(chunk))).toEqual({ refusal: null, stdout: '[] True\n' });
  });
});
