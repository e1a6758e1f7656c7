import type { Language } from '../../program.ts';
import { javaNames } from './java-names.ts';

/** What a toolchain is asked for: MiB. */
export type Room = { readonly memory: number; readonly stack: number };

export type Toolchain = {
  readonly language: Language;
  /** Prints the version; the first group of `version` is told to candidates. */
  readonly ask: readonly string[];
  readonly version: RegExp;
  readonly name: string;
  /** The candidate's file. */
  readonly source: string;
  /** Where the source itself decides: its file, and `$1` of the script that compiles. */
  readonly named?: (source: string) => { readonly file: string; readonly main: string };
  /** A shell script that compiles the source, `$0`, and writes the program to descriptor 6; or one that only checks it. */
  readonly compile: string;
  /** The file that was compiled; null when the source itself is run. */
  readonly artefact: string | null;
  readonly run: (room: Room) => readonly string[];
  readonly environment: (room: Room) => Readonly<Record<string, string>>;
  /** MiB that the runtime itself needs beside the program's data: in all, and of private memory that is only reserved. */
  readonly needs: { readonly memory: number; readonly data: number };
  /** The first group is the line in the candidate's source; of messages at run time the last match counts when `last` is set. */
  readonly lines: { readonly compile: RegExp; readonly run: RegExp | null; readonly last: boolean };
  /** What the runtime says when memory ran out within its own bounds. */
  readonly outOfMemory: RegExp | null;
  /** Reads a line and prints it. */
  readonly echo: string;
};

const none = (): Readonly<Record<string, string>> => ({});
const gcc = (name: string, standard: string, file: string, compiler: string) => ({
  ask: [compiler, '-dumpfullversion'],
  version: /^(\d[\d.]*)/,
  name,
  source: file,
  compile: `${compiler} -O2 -std=${standard} -pipe -fmax-errors=20 -fdiagnostics-color=never -o /tmp/program /box/${file} -lm && cat /tmp/program >&6`,
  artefact: 'program',
  run: () => ['/box/program'],
  environment: none,
  needs: { memory: 8, data: 72 },
  // A fault inside a template of the library is the fault of the line that asked for it.
  lines: {
    compile: new RegExp(`${file.replace('.', '\\.')}:(\\d+):\\d+:\\s+(?:(?:fatal )?error|required from here)`),
    run: null,
    last: false,
  },
});

export const toolchains: readonly Toolchain[] = [
  {
    language: 'python',
    ask: ['python3', '--version'],
    version: /^Python (\S+)/,
    name: 'Python',
    source: 'program.py',
    compile: `python3 -c 'compile(open("/box/program.py", "rb").read(), "/box/program.py", "exec")'`,
    artefact: null,
    run: () => ['python3', '-B', '-s', '/box/program.py'],
    environment: () => ({ PYTHONHASHSEED: '0' }),
    needs: { memory: 16, data: 72 },
    lines: { compile: /File "\/box\/program\.py", line (\d+)/g, run: /File "\/box\/program\.py", line (\d+)/g, last: true },
    outOfMemory: /^MemoryError/m,
    echo: 'print(input())\n',
  },
  {
    language: 'javascript',
    ask: ['node', '--version'],
    version: /^v(\S+)/,
    name: 'Node.js',
    source: 'program.js',
    compile: 'node --check /box/program.js',
    artefact: null,
    run: ({ memory, stack }) => ['node', `--max-old-space-size=${memory}`, `--stack-size=${Math.floor(stack * 900)}`, '/box/program.js'],
    environment: none,
    needs: { memory: 96, data: 1024 },
    lines: { compile: /^\/box\/program\.js:(\d+)/m, run: /\/box\/program\.js:(\d+)/, last: false },
    outOfMemory: /JavaScript heap out of memory/,
    echo: "console.log(require('fs').readFileSync(0, 'utf8').trim());\n",
  },
  {
    language: 'c',
    ...gcc('GCC', 'gnu17', 'program.c', 'gcc'),
    outOfMemory: null,
    echo: '#include <stdio.h>\nint main(void) { char line[80]; if (fgets(line, 80, stdin)) fputs(line, stdout); }\n',
  },
  {
    language: 'cpp',
    ...gcc('G++', 'gnu++20', 'program.cpp', 'g++'),
    outOfMemory: /std::bad_alloc/,
    echo: '#include <iostream>\nint main() { std::string line; std::getline(std::cin, line); std::cout << line << "\\n"; }\n',
  },
  {
    language: 'java',
    ask: ['javac', '-version'],
    version: /^javac (\S+)/m,
    name: 'Java',
    source: 'Main.java',
    named: javaNames,
    compile: [
      'mkdir /tmp/classes &&',
      'javac -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -J-XX:-UsePerfData -J-Xmx512m -proc:none -encoding UTF-8 -d /tmp/classes "$0" &&',
      'jar -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 --create --no-compress --main-class "$1" --file /tmp/program.jar -C /tmp/classes . &&',
      'cat /tmp/program.jar >&6',
    ].join(' '),
    artefact: 'program.jar',
    run: ({ memory, stack }) => [
      'java',
      ...['-XX:+UseSerialGC', '-XX:-UsePerfData', '-XX:ActiveProcessorCount=1', '-Xshare:auto'],
      ...[`-Xss${stack}m`, `-Xmx${memory}m`, '-Dfile.encoding=UTF-8', '-jar', '/box/program.jar'],
    ],
    environment: none,
    needs: { memory: 192, data: 1024 },
    // A frame of the library has the name of its module before the one of its class.
    lines: { compile: /^\/box\/[\w$]+\.java:(\d+): error/, run: /^\s*at [^\s/(]+\([\w$]+\.java:(\d+)\)/, last: false },
    outOfMemory: /java\.lang\.OutOfMemoryError/,
    echo: 'public class Main { public static void main(String[] args) { System.out.println(new java.util.Scanner(System.in).nextLine()); } }\n',
  },
  {
    language: 'go',
    ask: ['go', 'version'],
    version: /go version go(\S+)/,
    name: 'Go',
    source: 'program.go',
    compile: 'go build -o /tmp/program /box/program.go && cat /tmp/program >&6',
    artefact: 'program',
    run: () => ['/box/program'],
    environment: ({ memory }) => ({
      ...{ GOMAXPROCS: '1', GOMEMLIMIT: `${memory}MiB` },
      ...{ GOCACHE: '/tmp/cache', GOPATH: '/tmp/go', GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod', GO111MODULE: 'off', CGO_ENABLED: '0' },
    }),
    needs: { memory: 32, data: 256 },
    lines: { compile: /program\.go:(\d+):\d+/, run: /\/box\/program\.go:(\d+)/, last: false },
    outOfMemory: /^fatal error: runtime: out of memory/m,
    echo: 'package main\n\nimport "fmt"\n\nfunc main() {\n\tvar word string\n\tfmt.Scan(&word)\n\tfmt.Println(word)\n}\n',
  },
  {
    language: 'rust',
    ask: ['rustc', '--version'],
    version: /^rustc (\S+)/,
    name: 'Rust',
    source: 'program.rs',
    compile: 'rustc --edition 2021 --color never -C opt-level=2 -o /tmp/program /box/program.rs && cat /tmp/program >&6',
    artefact: 'program',
    run: () => ['/box/program'],
    environment: none,
    needs: { memory: 8, data: 72 },
    lines: { compile: /^error[^\n]*\n\s*--> \/box\/program\.rs:(\d+)/m, run: /\/box\/program\.rs:(\d+):\d+/, last: false },
    outOfMemory: /^memory allocation of \d+ bytes failed/m,
    echo: 'fn main() { let mut line = String::new(); std::io::stdin().read_line(&mut line).unwrap(); print!("{}", line); }\n',
  },
];
