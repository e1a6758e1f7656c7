import { expect, test } from 'vitest';
import type { End, Limits } from '../../program.ts';
import { runOne, stdio } from '../../testing/run-one.ts';

const runPython = runOne('python', { seconds: 5, memory: 128, output: 1_048_576 });

type Hostile = {
  readonly source: string;
  readonly end: End;
  readonly stdout?: string;
  readonly stderr?: RegExp;
  readonly limits?: Partial<Limits>;
  readonly line?: number;
};

/** Of programs that never end: its length proves nothing. */
const short = { seconds: 0.2 };

/** Prints `refused` for each statement that raised an error, and the statement's result for one that did not. */
const attempts = (...statements: readonly string[]): string =>
  statements.map((statement) => `try:\n    print('DONE', ${statement})\nexcept BaseException as error:\n    print('refused')`).join('\n');
const refused = (count: number): string => 'refused\n'.repeat(count);

const programs: Readonly<Record<string, Hostile>> = {
  // Time
  'an endless loop': { source: 'while True: pass', end: 'time-limit-exceeded', limits: short },
  'an endless loop after lines of output': {
    source: 'import sys\nprint("äöü")\nprint("seen", file=sys.stderr)\nwhile True: pass',
    end: 'time-limit-exceeded',
    stdout: 'äöü\n',
    stderr: /^seen\n$/,
    limits: short,
  },
  'an endless loop within a character': {
    source: 'import os\nos.write(1, "ab€".encode()[:4])\nwhile True: pass',
    end: 'time-limit-exceeded',
    stdout: 'ab',
    limits: short,
  },
  'an endless loop that catches everything': {
    source: 'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
    end: 'time-limit-exceeded',
    limits: short,
  },
  'an endless loop in C code': { source: 'import itertools\nsum(itertools.repeat(0))', end: 'time-limit-exceeded', limits: short },
  'a power that takes hours': { source: 'x = 3 ** (10 ** 8)', end: 'time-limit-exceeded', limits: short },
  'a regular expression that backtracks for ever': {
    source: "import re\nre.match(r'(a+)+$', 'a' * 40 + 'b')",
    end: 'time-limit-exceeded',
    limits: short,
  },
  'a sort whose comparison never ends': {
    source: 'class A:\n    def __lt__(self, other):\n        while True: pass\nsorted([A(), A()])',
    end: 'time-limit-exceeded',
    limits: short,
  },
  'a finalizer that never ends': {
    source: 'class A:\n    def __del__(self):\n        while True: pass\nA()',
    end: 'time-limit-exceeded',
    limits: short,
  },
  'a function at exit that never ends': {
    source: 'import atexit\n@atexit.register\ndef again():\n    while True: pass',
    end: 'time-limit-exceeded',
    limits: short,
  },
  'an error whose text never ends': {
    source: 'class A(Exception):\n    def __str__(self):\n        while True: pass\nraise A',
    end: 'time-limit-exceeded',
    limits: short,
  },
  'a trace function that never ends': {
    source: 'import sys\ndef trace(*a):\n    while True: pass\nsys.settrace(trace)\ndef f(): pass\nf()',
    end: 'time-limit-exceeded',
    limits: short,
  },
  'sleeping for a day takes no time': { source: 'import time\ntime.sleep(86400)\nprint("rested")', end: 'ended', stdout: 'rested\n' },
  'waiting for the clock ends': {
    source: 'import time\nend = time.time() + 1\nwhile time.time() < end: pass\nprint("later")',
    end: 'ended',
    stdout: 'later\n',
  },
  'exit in a loop that starts again': {
    source: 'import sys\nwhile True:\n    try: sys.exit(0)\n    except SystemExit: pass',
    end: 'time-limit-exceeded',
    limits: short,
  },

  // Memory and stack
  'a list that grows for ever': { source: 'x = []\nwhile True: x.append("a" * 100_000)', end: 'memory-limit-exceeded', line: 2 },
  'a list that grows for ever after a line of output': {
    source: 'print("seen")\nx = []\nwhile True: x.append("a" * 100_000)',
    end: 'memory-limit-exceeded',
    stdout: 'seen\n',
  },
  'single bytes to the channel': {
    source: 'import os, sys\nchannel = sys._getframe(1).f_globals["CHANNEL"]\nwhile True: os.write(channel, b"a")',
    end: 'time-limit-exceeded',
    limits: short,
  },
  'a text that doubles for ever': { source: 'x = "a"\nwhile True: x += x', end: 'memory-limit-exceeded', line: 2 },
  'a dictionary that grows for ever': { source: 'x = {}\ni = 0\nwhile True:\n    x[i] = str(i)\n    i += 1', end: 'memory-limit-exceeded' },
  'a list of 10 billion': { source: 'x = [0] * 10_000_000_000', end: 'memory-limit-exceeded', line: 1 },
  'a buffer of 2 GiB': { source: 'x = bytearray(2_000_000_000)', end: 'memory-limit-exceeded', line: 1 },
  'a full memory in a program that catches MemoryError goes on': {
    source: 'x = []\ntry:\n    while True: x.append("a" * 100_000)\nexcept MemoryError:\n    x = None\nprint("caught")',
    end: 'ended',
    stdout: 'caught\n',
  },
  'catching MemoryError for ever': {
    source: 'x = []\nwhile True:\n    try:\n        while True: x.append(bytearray(1_000_000))\n    except MemoryError: pass',
    end: 'time-limit-exceeded',
    limits: short,
  },
  'an integer of a gigabyte': { source: 'x = 1 << (8 * 1024 ** 3 - 1)', end: 'memory-limit-exceeded' },
  'a decompression bomb': {
    source: 'import zlib\nx = zlib.compress(bytes(60_000_000), 9)\ny = zlib.decompress(x) + bytes(60_000_000)',
    end: 'memory-limit-exceeded',
  },
  'recursion without an end': { source: 'def f(): f()\nf()', end: 'runtime-error', stderr: /RecursionError/, line: 1 },
  'recursion without an end and without a limit': {
    source: 'import sys\nsys.setrecursionlimit(2**31 - 1)\ndef f(): f()\nf()',
    end: 'memory-limit-exceeded',
    limits: { memory: 20, seconds: 20 },
  },
  'recursion through C code without a limit': {
    source: 'import sys\nsys.setrecursionlimit(2**31 - 1)\ndef f(x): sorted([1], key=f)\nf(1)',
    end: 'runtime-error',
    stderr: /RecursionError/,
  },
  'recursion through comparisons without a limit': {
    source: 'import sys\nsys.setrecursionlimit(2**31 - 1)\nclass A:\n    def __eq__(self, other): return [A()] == [A()]\nA() == A()',
    end: 'runtime-error',
    stderr: /RecursionError/,
  },
  'a list within a million lists is freed': {
    source: 'x = []\nfor i in range(1_000_000): x = [x]\ndel x\nprint("freed")',
    end: 'ended',
    stdout: 'freed\n',
  },
  'deep nesting in the source': {
    source: `x = ${'['.repeat(5000)}${']'.repeat(5000)}`,
    end: 'compile-error',
    stderr: /^The source is nested too deeply\.\n$/,
  },
  '60,000 brackets in the source': { source: '('.repeat(60_000), end: 'compile-error' },
  'a chain of 60,000 operators': { source: `x = ${'-'.repeat(60_000)}1`, end: 'compile-error' },
  'eval of deep nesting, of which Python says MemoryError': { source: "eval('-' * 1_000_000 + '1')", end: 'memory-limit-exceeded' },

  // Output
  'output without an end': { source: 'while True: print("a" * 1000)', end: 'output-limit-exceeded' },
  'errors without an end': { source: 'import sys\nwhile True: print("a" * 1000, file=sys.stderr)', end: 'output-limit-exceeded' },
  'output written to the descriptor without an end': {
    source: 'import os\nwhile True: os.write(1, b"a" * 100_000)',
    end: 'output-limit-exceeded',
  },
  'one line of 50 MB': { source: 'print("a" * 50_000_000)', end: 'output-limit-exceeded' },
  'an error with a text of 20 MB': { source: 'raise ValueError("a" * 20_000_000)', end: 'runtime-error', line: 1 },

  // Ends that look like others
  'os._exit(0) is an end without what was in buffers': {
    source: 'import os\nprint("seen")\nprint("lost", end="")\nos._exit(0)',
    end: 'ended',
    stdout: 'seen\n',
  },
  'os._exit(3)': { source: 'import os\nos._exit(3)', end: 'runtime-error' },
  'sys.exit(256 + 3)': { source: 'import sys\nsys.exit(259)', end: 'runtime-error' },
  'sys.exit with a text': { source: 'import sys\nsys.exit("sorry")', end: 'runtime-error', stderr: /^sorry\n$/ },
  abort: { source: 'import os\nos.abort()', end: 'runtime-error' },
  'closing standard output': { source: 'import sys\nprint("seen")\nsys.stdout.close()', end: 'ended', stdout: 'seen\n' },
  'closing the descriptors': {
    source: 'import os\nfor i in range(100):\n    try: os.close(i)\n    except OSError: pass',
    end: 'ended',
  },
  'a report of success written to the channel, then a crash': {
    source: `import os\nfor fd in range(3, 20):\n    try: os.write(fd, b'{"exit": 0}')\n    except OSError: pass\n1/0`,
    end: 'runtime-error',
  },
  'an error that pretends to be none': {
    source: 'class A(Exception):\n    __class__ = SystemExit\n    code = 0\nraise A',
    end: 'runtime-error',
    line: 4,
  },
  'bytecode made by hand that takes what is no object for one': {
    source:
      'def f(): pass\nfor index in range(255, 0, -1):\n    f.__code__ = f.__code__.replace(co_code=bytes([100, index, 83, 0]))\n    str(f())',
    end: 'runtime-error',
  },

  // The host
  'files of the host': {
    source: attempts(
      "open('/etc/passwd').read()",
      "open('/proc/self/environ').read()",
      "open('../../../../etc/hostname').read()",
      "open('/dev/mem').read()",
      "open('/root/.bashrc').read()",
    ),
    end: 'ended',
    stdout: refused(5),
  },
  'writing files': {
    source: `import os\n${attempts(
      "open('/x', 'w')",
      "open('../x', 'w')",
      "os.mkdir('/x')",
      "os.rmdir('/x')",
      "os.remove('/x')",
      "os.utime('/x')",
      "os.rename('/a', '/b')",
      "os.symlink('/', '/tmp/x')",
    )}`,
    end: 'ended',
    stdout: refused(8),
  },
  'what the file system holds': {
    source: `import os\n${attempts("os.listdir('/proc')", "os.stat('/etc')", "os.open('/channel/../etc', os.O_RDONLY)", "os.listdir('/tmp/../../root')")}
print(os.listdir('/'), os.listdir('/tmp'))
print([[folder, folders, len(files)] for folder, folders, files in os.walk('/usr')])`,
    end: 'ended',
    stdout: `${refused(4)}['zoneinfo', 'tmp'] []\n[['/usr', ['local'], 0], ['/usr/local', ['lib'], 0], ['/usr/local/lib', ['python3.11'], 1], ['/usr/local/lib/python3.11', ['lib-dynload'], 1], ['/usr/local/lib/python3.11/lib-dynload', [], 1]]\n`,
  },
  'the environment': {
    source: "import os\nprint(sorted(name for name in os.environ if not name.startswith('PYTHON')))",
    end: 'ended',
    stdout: '[]\n',
  },
  sockets: {
    source: `import socket\n${attempts("socket.create_connection(('127.0.0.1', 80))", 'socket.socket()', "socket.gethostbyname('localhost')")}`,
    end: 'ended',
    stdout: refused(3),
  },
  'requests over HTTP': {
    source: attempts("__import__('urllib.request').request.urlopen('http://127.0.0.1:80/')"),
    end: 'ended',
    stdout: refused(1),
  },
  processes: {
    source: `import os\n${attempts(
      'os.fork()',
      "os.system('true')",
      "os.execv('/bin/true', [])",
      "os.popen('true').read()",
      "__import__('subprocess').run(['true'])",
      'os.kill(1, 9)',
      'os.kill(os.getpid(), 9)',
    )}`,
    end: 'ended',
    stdout: refused(7),
  },
  'more processes': {
    source: attempts("__import__('multiprocessing').Process(target=print).start()", "__import__('os').fork()"),
    end: 'ended',
    stdout: refused(2),
  },
  'native code': {
    source: attempts("__import__('ctypes').CDLL(None)", "__import__('_ctypes')", "__import__('cffi')", "__import__('mmap').mmap(-1, 10)"),
    end: 'ended',
    stdout: refused(4),
  },
  'objects of the host': {
    source: attempts("__import__('js')", "__import__('pyodide')", "__import__('pyodide_js')"),
    end: 'ended',
    stdout: refused(3),
  },
  signals: {
    source: `import signal\n${attempts('signal.alarm(1)', 'signal.setitimer(signal.ITIMER_REAL, 1)', 'signal.pause()')}`,
    end: 'ended',
    stdout: refused(3),
  },
  'opening files for ever': {
    source: "files = []\nwhile True: files.append(open('/usr/local/lib/python311.zip', 'rb', 0))",
    end: 'memory-limit-exceeded',
    limits: { memory: 20, seconds: 20 },
  },
  'a function of the library that the binary lacks': {
    source: "import os\nos.truncate('/usr/local/lib/python311.zip', 0)",
    end: 'runtime-error',
  },
  'writing to the library': {
    source: "with open('/usr/local/lib/python311.zip', 'r+b', 0) as file: file.write(b'x' * 1000)",
    end: 'runtime-error',
  },
  'removing the library': { source: "import os\nos.remove('/usr/local/lib/python311.zip')", end: 'runtime-error' },
  'moving the library': { source: "import os\nos.rename('/usr', '/x')", end: 'runtime-error' },
  'raising the limits': {
    source: attempts("__import__('resource').setrlimit(0, (1, 1))", "__import__('os').nice(-20)", "__import__('os').setuid(0)"),
    end: 'ended',
    stdout: refused(3),
  },

  // The next run
  'changing the builtins': {
    source: 'import builtins\nfor name in dir(builtins):\n    if name != "setattr": setattr(builtins, name, None)',
    end: 'runtime-error',
  },
  'a print that prints something else': {
    source: 'import builtins, sys\nbuiltins.print = lambda *a: sys.stdout.write("cheat\\n")\nprint("x")',
    end: 'ended',
    stdout: 'cheat\n',
  },
  'changing the modules that everybody uses': {
    source: 'import sys, json, io, math\njson.dumps = json.loads = math.sqrt = None\nsys.modules.clear()\nsys.stdin = sys.stdout = None',
    end: 'ended',
  },
  'a hook for imports': {
    source: 'import sys\nsys.meta_path.clear()\nsys.path.clear()\nsys.path_hooks.clear()\nsys.path_importer_cache.clear()',
    end: 'ended',
  },
  'the frames below': {
    source: 'import sys\nframe = sys._getframe()\nwhile frame.f_back: frame = frame.f_back\nframe.f_globals.clear()\nprint("x")',
    end: 'runtime-error',
  },
  'every object that the collector knows': {
    source:
      'import gc\ngc.unfreeze()\nfor o in gc.get_objects():\n    if type(o) is dict and len(o) < 1000:\n        try: o.clear()\n        except BaseException: pass',
    end: 'runtime-error',
  },
  'messages to the next run in os.environ and in a module': {
    source: 'import os, math\nos.environ["LEFT"] = "behind"\nmath.left = "behind"\nimport builtins\nbuiltins.left = "behind"',
    end: 'ended',
  },
  'a hook at exit': { source: 'import atexit\natexit.register(print, "bye")\nprint("hi")', end: 'ended', stdout: 'hi\nbye\n' },
  'another random seed and another recursion limit': {
    source: 'import random, sys\nrandom.seed(7)\nsys.setrecursionlimit(50)\nsys.maxsize = 1',
    end: 'ended',
  },
};

const control = `import sys, os, math, json, random, builtins
a, b = map(int, input().split())
print(a + b, math.sqrt(16), json.dumps([1]), random.random(), sys.getrecursionlimit(), sys.maxsize, 'LEFT' in os.environ,
      hasattr(math, 'left'), hasattr(builtins, 'left'), len(sys.modules), id(object()), sorted({'b', 'a'}), list({'x', 'y', 'z'}))`;
let expected: string | undefined;

for (const [name, { source, end, stdout, stderr, limits, line }] of Object.entries(programs)) {
  test(`${name}: ${end}, and the next run is right`, async () => {
    const hostile = await runPython(source, stdio(), limits);
    expect(hostile).toMatchObject({ end });
    if (line !== undefined) expect(hostile.line).toBe(line);
    if (stdout !== undefined) expect(hostile.stdout).toBe(stdout);
    if (stderr !== undefined) expect(hostile.stderr).toMatch(stderr);
    expect(Buffer.byteLength(hostile.stdout) + Buffer.byteLength(hostile.stderr)).toBeLessThanOrEqual(1_048_576);
    const next = await runPython(control, stdio('20 22\n'));
    expected ??= next.stdout;
    expect(next).toMatchObject({ end: 'ended', stdout: expected, stderr: '' });
    expect(next.stdout).toMatch(/^42 4\.0 \[1\] 0\.\d+ 1000 9223372036854775807 False False False /);
  });
}
