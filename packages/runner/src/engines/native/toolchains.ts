import type { Language } from '../../program.ts';
import { handlerPart, linkHandler } from './fatal-signals.ts';
import { javaNames } from './java-names.ts';
import { compileTypeScript } from './typescript.ts';

/** What a toolchain is asked for: MiB. */
export type Room = { readonly memory: number; readonly stack: number };

/** Compiled once for all programs of a toolchain: `make` writes it to descriptor 6, and a compilation finds it `inside`. */
export type Part = { readonly name: string; readonly make: string; readonly inside: string };

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
  /** Of processor time for the compiler, where it is not `compileSeconds`. */
  readonly compileSeconds?: number;
  readonly parts?: readonly Part[];
  /** Its programs have the handler of fatal signals. */
  readonly reportsDeath?: true;
  /** The file that was compiled; null when the source itself is run. */
  readonly artefact: string | null;
  readonly run: (room: Room) => readonly string[];
  readonly environment: (room: Room) => Readonly<Record<string, string>>;
  /** MiB that the runtime itself needs beside the program's data: in all, and of private memory that is only reserved. */
  readonly needs: { readonly memory: number; readonly data: number };
  /** The first group is the line in the candidate's source; of messages at run time the last match counts when `last` is set. */
  readonly lines: { readonly compile: RegExp; readonly run: RegExp | null; readonly last: boolean };
  /** Of what it writes when a program fails, what is about the candidate's file. */
  readonly ofProgram?: (message: string) => string;
  /** What the runtime says when memory ran out within its own bounds. */
  readonly outOfMemory: RegExp | null;
  /** Reads a line and prints it. */
  readonly echo: string;
};

const none = (): Readonly<Record<string, string>> => ({});

/** What is a mistake in a program of any size; what is only a matter of style would hide it. */
const warnings = '-Wall -Wno-unused -Wno-sign-compare -Wno-parentheses -Wno-misleading-indentation';
const gccFlags = (standard: string): string => `-O2 -g1 -std=${standard} -pipe -fmax-errors=20 -fdiagnostics-color=never ${warnings}`;
const cppStandard = 'gnu++20';
/** GCC takes a compiled header in place of the one that a program includes first, when all flags are the same; else it reads the header. */
const compiledHeaders = '/box/headers';

/** What unwinds is linked into a C program, which would otherwise load a library for it; a C++ program loads that anyway. */
const unwinder = { gcc: '-static-libgcc', 'g++': '' };

const gcc = (name: string, standard: string, file: string, compiler: keyof typeof unwinder) => ({
  ask: [compiler, '-dumpfullversion'],
  version: /^(\d[\d.]*)/,
  name,
  source: file,
  compile: `${compiler} ${gccFlags(standard)} -I${compiledHeaders} -o /tmp/program /box/${file} ${linkHandler(unwinder[compiler])} -lm && cat /tmp/program >&6`,
  artefact: 'program',
  run: () => ['/box/program'],
  environment: none,
  needs: { memory: 8, data: 72 },
  reportsDeath: true as const,
  // A fault inside a template of the library is the fault of the line that asked for it.
  lines: {
    compile: new RegExp(`${file.replace('.', '\\.')}:(\\d+):\\d+:\\s+(?:(?:fatal )?error|required from here)`),
    run: null,
    last: false,
  },
});

/** Frames inside Node, and the place in its own files before the message. The group is what begins the error's own properties. */
const insideNode = /^ {4}at (?:async )?(?:.*\()?(?:node:|\[eval\])[^\n{]*(?:\n|(\{\n))|^(?:node:|\[eval\])\S*:\d+\n.*\n *\^+\n+/gm;
/** Frames of the library, the place in it before the message, and what it tells of itself when it crashes. */
const insideRuby =
  /^\tfrom (?:\/usr\/|<internal:).*\n|^(?:\/usr\/|<internal:)\S+:\d+:in ['`][^'\n]*': |^-- Control frame information [\s\S]*/gm;

const node = {
  ask: ['node', '--version'],
  version: /^v(\S+)/,
  name: 'Node.js',
  environment: none,
  // A further thread of Node.js 24 reserves half a gigabyte.
  needs: { memory: 96, data: 1536 },
  outOfMemory: /JavaScript heap out of memory/,
};
const runNode = ({ memory, stack }: Room): string[] => [
  'node',
  `--max-old-space-size=${memory}`,
  `--stack-size=${Math.floor(stack * 900)}`,
];

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
    ...node,
    source: 'program.js',
    compile: 'node --check /box/program.js',
    artefact: null,
    run: (room) => [...runNode(room), '/box/program.js'],
    lines: { compile: /^\/box\/program\.js:(\d+)/m, run: /\/box\/program\.js:(\d+)/, last: false },
    ofProgram: (message) => message.replace(insideNode, '$1'),
    echo: "console.log(require('fs').readFileSync(0, 'utf8').trim());\n",
  },
  {
    language: 'typescript',
    ...node,
    source: 'program.ts',
    compile: compileTypeScript,
    artefact: 'program.js',
    run: (room) => [...runNode(room), '--enable-source-maps', '/box/program.js'],
    lines: { compile: /(?:^\/box\/program\.ts:|^ *,-\[)(\d+)/m, run: /\/box\/program\.ts:(\d+)/, last: false },
    ofProgram: (message) => message.replace(insideNode, '$1').replace(/(?:file:\/\/)?\/box\/program\.[jt]s/g, '/box/program.ts'),
    echo: "import { readFileSync } from 'node:fs';\nenum Of { input }\nconst text: string = readFileSync(Of.input, 'utf8');\nconsole.log(text.trim());\n",
  },
  {
    language: 'ruby',
    ask: ['ruby', '--version'],
    version: /^ruby (\d[\d.]*)/,
    name: 'Ruby',
    source: 'program.rb',
    // Its warnings come at each run, too.
    compile: 'ruby -W0 -c /box/program.rb > /dev/null',
    artefact: null,
    run: () => ['ruby', '/box/program.rb'],
    environment: none,
    needs: { memory: 32, data: 128 },
    lines: { compile: /^\/box\/program\.rb:(\d+):/m, run: /\/box\/program\.rb:(\d+):/, last: false },
    ofProgram: (message) => message.replace(insideRuby, ''),
    outOfMemory: /^\[FATAL\] failed to allocate memory|\(NoMemoryError\)$/m,
    echo: 'puts gets\n',
  },
  {
    language: 'c',
    ...gcc('GCC', 'gnu17', 'program.c', 'gcc'),
    parts: [handlerPart('gcc', unwinder.gcc)],
    outOfMemory: null,
    echo: '#include <stdio.h>\nint main(void) { char line[80]; if (fgets(line, 80, stdin)) fputs(line, stdout); }\n',
  },
  {
    language: 'cpp',
    ...gcc('G++', cppStandard, 'program.cpp', 'g++'),
    parts: [
      {
        name: 'headers',
        make: `echo '#include <bits/stdc++.h>' > /tmp/all.h && g++ ${gccFlags(cppStandard)} -x c++-header -o /tmp/all.gch /tmp/all.h && cat /tmp/all.gch >&6`,
        inside: `${compiledHeaders}/bits/stdc++.h.gch`,
      },
      handlerPart('g++', unwinder['g++']),
    ],
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
    // Beside the heap: what it compiles methods with, which for some recursions is up to 200 MiB, the stack, and the library.
    needs: { memory: 448, data: 1024 },
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
    // It compiles its own library first.
    compileSeconds: 30,
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
