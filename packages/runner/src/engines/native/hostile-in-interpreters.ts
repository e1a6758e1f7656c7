import type { Hostile } from './hostile-programs.ts';

const threadsAndPrograms = `const { Worker } = require('worker_threads');
const { execSync } = require('child_process');
try { console.log(execSync('cat /etc/shadow', { stdio: ['ignore', 'pipe', 'ignore'] }).length); } catch { console.log('no file'); }
const worker = new Worker('while (true);', { eval: true });
worker.on('online', () => { while (true); });
`;

/** Of interpreters and virtual machines, which have ways of their own to start programs and to take memory. */
export const hostileInInterpreters: readonly Hostile[] = [
  {
    name: 'Python that starts programs',
    language: 'python',
    source:
      'import os, subprocess\nprint(os.system("cat /etc/shadow 2>/dev/null") != 0, subprocess.run(["id", "-u"], capture_output=True).stdout)\n',
    end: 'ended',
    stdout: "True b'1000\\n'\n",
  },
  { name: 'Python that ends like a success', language: 'python', source: 'import os\nos._exit(0)\nprint(42)\n', end: 'ended', stdout: '' },
  {
    name: 'Python that takes memory without end',
    language: 'python',
    source: 'x = []\nwhile True: x.append(bytearray(1 << 20))\n',
    end: 'memory-limit-exceeded',
  },
  {
    name: 'Node.js that starts threads and programs',
    language: 'javascript',
    source: threadsAndPrograms,
    limits: { seconds: 0.6 },
    end: 'time-limit-exceeded',
    stdout: 'no file\n',
  },
  {
    name: 'Node.js that takes memory without end',
    language: 'javascript',
    source: 'const all = [];\nwhile (true) all.push(new Array(10000).fill(all.length));\n',
    limits: { seconds: 5 },
    end: 'memory-limit-exceeded',
  },
  {
    name: 'Java that takes memory without end',
    language: 'java',
    source:
      'public class Main { public static void main(String[] a) { var all = new java.util.ArrayList<int[]>(); while (true) all.add(new int[1 << 18]); } }',
    limits: { seconds: 5 },
    end: 'memory-limit-exceeded',
  },
  {
    name: 'Java that starts threads without end',
    language: 'java',
    source: 'public class Main { public static void main(String[] a) { while (true) new Thread(() -> { while (true); }).start(); } }',
    limits: { seconds: 0.8 },
    end: ['time-limit-exceeded', 'memory-limit-exceeded'],
  },
  {
    name: 'TypeScript that starts threads and programs',
    language: 'typescript',
    source: `const limit: number = 1;\n${threadsAndPrograms}`,
    limits: { seconds: 0.6 },
    end: 'time-limit-exceeded',
    stdout: 'no file\n',
  },
  {
    name: 'TypeScript that takes memory without end',
    language: 'typescript',
    source: 'const all: number[][] = [];\nwhile (true) all.push(new Array<number>(10000).fill(all.length));\n',
    limits: { seconds: 5 },
    end: 'memory-limit-exceeded',
  },
  {
    name: 'TypeScript with the map of another file',
    language: 'typescript',
    source: `const map: string = Buffer.from(JSON.stringify({ version: 3, sources: ['file:///etc/shadow', 'file:///proc/1/environ'], mappings: 'AAAA' })).toString('base64');
const source = "throw new Error('x');\\n//# sourceMappingURL=data:application/json;base64," + map;
require('fs').writeFileSync('/tmp/mapped.js', source);
try { require('/tmp/mapped.js'); } catch (error) { console.log(/root:|PATH=/.test((error as Error).stack ?? '')); }
`,
    end: 'ended',
    stdout: 'false\n',
  },
  {
    name: 'TypeScript that is not for the compiler',
    language: 'typescript',
    source: `${'('.repeat(60_000)}1${')'.repeat(60_000)};\n`,
    end: ['compile-error', 'runtime-error'],
  },
  {
    name: 'Ruby that starts programs',
    language: 'ruby',
    source: 'p system("cat /etc/shadow", err: File::NULL), `id -u`\n',
    end: 'ended',
    stdout: 'false\n"1000\\n"\n',
  },
  { name: 'Ruby that ends like a success', language: 'ruby', source: 'exit!(0)\nputs 42\n', end: 'ended', stdout: '' },
  {
    name: 'Ruby that takes memory without end',
    language: 'ruby',
    source: 'all = []\nloop { all << "x" * (1 << 20) }\n',
    limits: { seconds: 5 },
    end: 'memory-limit-exceeded',
  },
  {
    name: 'Ruby that starts threads without end',
    language: 'ruby',
    source: 'loop { Thread.new { loop {} } }\n',
    limits: { seconds: 0.8 },
    end: ['time-limit-exceeded', 'memory-limit-exceeded', 'runtime-error'],
  },
  {
    name: 'Ruby whose text is a program for its checker',
    language: 'ruby',
    source: 'BEGIN { puts File.exist?("/etc/passwd") }\n#!ruby -e system("id")\n',
    end: 'ended',
    stdout: 'false\n',
  },
];
