import type { answerLanguages } from './languages.ts';

/** What candidates are told of a language, the same on every engine unless it says otherwise. Names only, which need no translation. */
export type LanguageFacts = {
  /** What reads the input, and what writes the output; nothing of a query. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Some of what can be loaded: what programs in tests use most. */
  readonly libraries: readonly string[];
  /** What people look for and the embedded engine cannot load. */
  readonly missing: readonly string[];
  /** Reads all lines and writes how many there are; a query lists the tables. Few questions ask for that, and unchanged it is no answer. */
  readonly starter: string;
};

const nodeModules = [
  ...[
    'assert',
    'buffer',
    'crypto',
    'events',
    'fs',
    'os',
    'path',
    'perf_hooks',
    'readline',
    'stream',
    'string_decoder',
    'timers',
    'url',
    'util',
  ],
];
const nodeMissing = ['child_process', 'http', 'net', 'worker_threads', 'zlib'];

export const languageFacts: Readonly<Record<(typeof answerLanguages)[number], LanguageFacts>> = {
  python: {
    reads: ['input()', 'sys.stdin'],
    writes: ['print()', 'sys.stdout'],
    libraries: [
      ...['asyncio', 'bisect', 'collections', 'dataclasses', 'datetime', 'decimal', 'fractions', 'functools', 'heapq', 'itertools', 'json'],
      ...['math', 'operator', 'random', 're', 'statistics', 'string', 'tempfile', 'threading', 'typing', 'zoneinfo'],
    ],
    missing: ['ctypes', 'lzma', 'multiprocessing', 'numpy', 'pandas', 'ssl', 'tkinter'],
    starter: `import sys

lines = sys.stdin.read().splitlines()
print(len(lines))
`,
  },
  javascript: {
    reads: ["require('fs').readFileSync(0, 'utf8')", "require('readline')"],
    writes: ['console.log()', 'process.stdout.write()'],
    libraries: nodeModules,
    missing: nodeMissing,
    starter: `const fs = require('fs');

const lines = fs.readFileSync(0, 'utf8').trimEnd().split('\\n');
console.log(lines.length);
`,
  },
  typescript: {
    reads: ["readFileSync(0, 'utf8')", 'readline'],
    writes: ['console.log()', 'process.stdout.write()'],
    libraries: nodeModules,
    missing: nodeMissing,
    starter: `import { readFileSync } from 'node:fs';

const lines: string[] = readFileSync(0, 'utf8').trimEnd().split('\\n');
console.log(lines.length);
`,
  },
  ruby: {
    reads: ['gets', '$stdin.read'],
    writes: ['puts', 'print'],
    libraries: [
      'base64',
      'benchmark',
      'bigdecimal',
      'csv',
      'date',
      'digest',
      'forwardable',
      'json',
      'matrix',
      'ostruct',
      'prime',
      'set',
      'strscan',
      'time',
      'yaml',
    ],
    missing: ['io/console', 'net/http', 'socket'],
    starter: `lines = $stdin.readlines(chomp: true)
puts lines.length
`,
  },
  c: {
    reads: ['scanf()', 'fgets()', 'getchar()'],
    writes: ['printf()', 'puts()', 'putchar()'],
    libraries: ['ctype.h', 'limits.h', 'math.h', 'stdbool.h', 'stdint.h', 'stdio.h', 'stdlib.h', 'string.h', 'time.h'],
    missing: [],
    starter: `#include <stdio.h>

int main(void) {
    char line[100000];
    int count = 0;
    while (fgets(line, sizeof line, stdin)) {
        count++;
    }
    printf("%d\\n", count);
    return 0;
}
`,
  },
  cpp: {
    reads: ['std::cin', 'std::getline()'],
    writes: ['std::cout'],
    libraries: ['bits/stdc++.h', 'algorithm', 'iostream', 'map', 'numeric', 'queue', 'set', 'string', 'unordered_map', 'vector'],
    missing: [],
    starter: `#include <iostream>
#include <string>
#include <vector>

int main() {
    std::vector<std::string> lines;
    for (std::string line; std::getline(std::cin, line);) {
        lines.push_back(line);
    }
    std::cout << lines.size() << '\\n';
}
`,
  },
  java: {
    reads: ['java.util.Scanner', 'java.io.BufferedReader', 'System.in'],
    writes: ['System.out.println()'],
    libraries: [
      'java.io',
      'java.math',
      'java.text',
      'java.time',
      'java.util',
      'java.util.concurrent',
      'java.util.regex',
      'java.util.stream',
    ],
    missing: [],
    starter: `import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.List;

public class Main {
    public static void main(String[] args) {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        List<String> lines = in.lines().toList();
        System.out.println(lines.size());
    }
}
`,
  },
  go: {
    reads: ['bufio.NewScanner(os.Stdin)', 'fmt.Scan()'],
    writes: ['fmt.Println()'],
    libraries: ['bufio', 'container/heap', 'fmt', 'math', 'math/big', 'os', 'regexp', 'sort', 'strconv', 'strings', 'time', 'unicode'],
    missing: [],
    starter: `package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	lines := []string{}
	for in.Scan() {
		lines = append(lines, in.Text())
	}
	fmt.Println(len(lines))
}
`,
  },
  rust: {
    reads: ['std::io::stdin().lines()'],
    writes: ['println!'],
    libraries: ['std::cmp', 'std::collections', 'std::fmt', 'std::io', 'std::iter', 'std::str'],
    missing: [],
    starter: `use std::io;

fn main() {
    let lines: Vec<String> = io::stdin().lines().map(|line| line.unwrap()).collect();
    println!("{}", lines.len());
}
`,
  },
  sql: {
    reads: [],
    writes: [],
    libraries: ['SELECT', 'WITH', 'WITH RECURSIVE', 'OVER'],
    missing: ['ATTACH', 'DELETE', 'INSERT', 'PRAGMA', 'UPDATE'],
    starter: `SELECT name, sql
FROM sqlite_schema
WHERE type = 'table';
`,
  },
};
