import { expect, test } from 'vitest';
import type { End, Limits } from '../../program.ts';
import { runOne, stdio } from '../../testing/run-one.ts';

const runRuby = runOne('ruby', { seconds: 5, memory: 128, output: 1_048_576 });

type Hostile = {
  readonly source: string;
  readonly end: End | RegExp;
  readonly stdout?: string;
  readonly stderr?: RegExp;
  readonly limits?: Partial<Limits>;
};

/** Of programs that never end: its length proves nothing. */
const short = { seconds: 0.2 };

/** Prints `refused` for each expression that raised an error, and the value of one that did not. */
const attempts = (...expressions: readonly string[]): string =>
  expressions.map((expression) => `begin\n  puts "DONE #{${expression}}"\nrescue Exception\n  puts "refused"\nend`).join('\n');
const refused = (count: number): string => 'refused\n'.repeat(count);

const programs: Readonly<Record<string, Hostile>> = {
  // Time
  'an endless loop': { source: 'while true; end', end: 'time-limit-exceeded', limits: short },
  'an endless loop after lines of output': {
    source: "puts 'äöü'\nprint 'a'\n$stderr.puts 'seen'\nloop { }",
    end: 'time-limit-exceeded',
    stdout: 'äöü\na',
    stderr: /^seen\n$/,
    limits: short,
  },
  'a list that grows for ever after a line of output': {
    source: "puts 'seen'\nx = []\nloop { x << 'a' * 100_000 }",
    end: 'memory-limit-exceeded',
    stdout: 'seen\n',
  },
  'single bytes to the channel': {
    source: "loop { AssayBoot::CHANNEL.syswrite('a') }",
    end: 'time-limit-exceeded',
    limits: short,
  },
  'an endless loop that catches everything': {
    source: 'loop do\n  begin\n    loop { }\n  rescue Exception\n  end\nend',
    end: 'time-limit-exceeded',
    limits: short,
  },
  'an endless loop in C code': { source: '(1..Float::INFINITY).inject(:+)', end: 'time-limit-exceeded', limits: short },
  'a power that takes hours': { source: 'x = 3 ** (10 ** 7)\nputs x.to_s.size', end: 'time-limit-exceeded', limits: short },
  'a regular expression that backtracks for ever': {
    source: "('a' * 40 + 'b') =~ /\\A(a+)\\1?(a+)+(a+)+\\z/",
    end: 'time-limit-exceeded',
    limits: short,
  },
  'a comparison that never ends': { source: '[3, 1].sort { loop { } }', end: 'time-limit-exceeded', limits: short },
  'a block at the end that never ends': { source: 'at_exit { loop { } }', end: 'time-limit-exceeded', limits: short },
  'an error whose text never ends': {
    source: 'class A < StandardError\n  def message = loop { }\n  def detailed_message(**) = loop { }\nend\nraise A',
    end: 'time-limit-exceeded',
    limits: short,
  },
  'a trace that never ends': { source: 'TracePoint.new(:line) { loop { } }.enable\nx = 1', end: 'time-limit-exceeded', limits: short },
  'sleeping for a day takes no time': { source: 'sleep 86_400\nputs "rested"', end: 'ended', stdout: 'rested\n' },
  'waiting for the clock ends': { source: 'stop = Time.now + 1\nnil while Time.now < stop\nputs "later"', end: 'ended', stdout: 'later\n' },
  'exit in a loop that starts again': {
    source: 'loop do\n  begin\n    exit\n  rescue SystemExit\n  end\nend',
    end: 'time-limit-exceeded',
    limits: short,
  },
  'a block at the end that adds itself for ever': {
    source: 'def again = at_exit { again }\nagain',
    end: 'time-limit-exceeded',
    limits: short,
  },

  // Memory and stack
  'an array that grows for ever': { source: 'x = []\nloop { x << "a" * 100_000 }', end: 'memory-limit-exceeded' },
  'a text that doubles for ever': { source: 'x = "a"\nloop { x += x }', end: 'memory-limit-exceeded' },
  'a hash that grows for ever': {
    source: 'x = {}\ni = 0\nloop { x[i] = i.to_s; i += 1 }',
    end: 'memory-limit-exceeded',
    limits: { seconds: 20 },
  },
  'an array of a billion': { source: 'x = Array.new(500_000_000, 0)', end: 'memory-limit-exceeded' },
  'a text of 2 GB': { source: 'x = "a" * 2_000_000_000', end: /^(memory-limit-exceeded|runtime-error)$/ },
  'a full memory in a program that rescues NoMemoryError goes on': {
    source: 'begin\n  x = "a" * 200_000_000\nrescue NoMemoryError\n  puts "rescued"\nend',
    end: 'ended',
    stdout: 'rescued\n',
  },
  'symbols for ever': { source: 'i = 0\nloop { "symbol#{i += 1}#{"x" * 1000}".to_sym }', end: /^(memory|time)-limit-exceeded$/ },
  'an integer of a gigabyte': { source: 'x = 1 << (8 * 1024**3 - 1)', end: /^(memory-limit-exceeded|runtime-error)$/ },
  'recursion without an end': { source: 'def f = f()\nf', end: 'runtime-error', stderr: /SystemStackError/ },
  'recursion without an end through blocks': { source: 'def f = [1].map { f }\nf', end: 'runtime-error' },
  'recursion without an end through functions that guard': { source: 'def f = [1, 2].inject { f }\nf', end: 'runtime-error' },
  'recursion without an end that rescues': {
    source: 'def f\n  f\nrescue SystemStackError\n  f\nend\nf',
    end: /^(runtime-error|time-limit-exceeded)$/,
    limits: short,
  },
  'fibers without an end': {
    source: 'x = []\nloop { x << Fiber.new { Fiber.yield }.tap(&:resume) }',
    end: /^(memory-limit-exceeded|runtime-error)$/,
  },
  'an array within a million arrays is freed': {
    source: 'x = []\n1_000_000.times { x = [x] }\nx = nil\nGC.start\nputs "freed"',
    end: /^(ended|runtime-error|memory-limit-exceeded)$/,
  },
  'deep nesting in the source': { source: `x = ${'['.repeat(5000)}${']'.repeat(5000)}`, end: /^(compile-error|ended)$/ },
  '60,000 brackets in the source': { source: '('.repeat(60_000), end: 'compile-error' },

  // Output
  'output without an end': { source: 'loop { puts "a" * 1000 }', end: 'output-limit-exceeded' },
  'errors without an end': { source: 'loop { warn "a" * 1000 }', end: 'output-limit-exceeded' },
  'one line of 50 MB': { source: 'puts "a" * 50_000_000', end: 'output-limit-exceeded' },
  'an error with a text of 20 MB': { source: 'raise "a" * 20_000_000', end: 'runtime-error' },

  // Ends that look like others
  'exit!(0) is an end without what is in the buffer after 500 writes': {
    source: '500.times { puts 1 }\nprint "lost"\nexit!(0)',
    end: 'ended',
    stdout: '1\n'.repeat(500),
  },
  'exit!(3)': { source: 'exit!(3)', end: 'runtime-error' },
  'Process.abort': { source: 'Process.abort', end: 'runtime-error' },
  'closing standard output': { source: 'puts "seen"\n$stdout.close', end: 'ended', stdout: 'seen\n' },
  'closing the descriptors': { source: '(0..20).each { |fd| IO.for_fd(fd).close rescue 1 }', end: /^(ended|runtime-error)$/ },
  'a report of success written to the channel, then an error': {
    source: `(3..20).each { |fd| IO.for_fd(fd, autoclose: false).syswrite('{"exit": 0}') rescue 1 }\nraise "x"`,
    end: 'runtime-error',
  },
  'an error that pretends to be none': {
    source: 'class A < StandardError\n  def is_a?(*) = true\n  def class = SystemExit\n  def status = 0\nend\nraise A',
    end: 'runtime-error',
  },
  'a pointer made by hand': { source: 'require "fiddle"\nFiddle::Pointer.new(0)[0, 10]', end: 'runtime-error' },

  // The host
  'files of the host': {
    source: attempts(
      'File.read("/etc/passwd")',
      'File.read("/proc/self/environ")',
      'IO.readlines("../../../../etc/hostname")',
      'File.read("/root/.bashrc")',
      'File.stat("/etc")',
      'Dir.entries("/proc")',
    ),
    end: 'ended',
    stdout: refused(6),
  },
  'writing files': {
    source: attempts(
      'File.write("/x", "x")',
      'File.write("../x", "x")',
      'File.open("/tmp/x", "w") { |file| loop { file.write("x" * 1_000_000) } }',
      'loop { |n| Dir.mkdir("/tmp/#{n}x") && Dir.chdir("/tmp/#{n}x") }',
      'Dir.mkdir("/x")',
      'File.delete("/x")',
      'File.rename("/a", "/b")',
      'File.symlink("/", "/tmp/l")',
      'File.truncate("/x", 0)',
    ),
    end: 'ended',
    stdout: refused(9),
    limits: { seconds: 20 },
  },
  'the environment': { source: 'p ENV.to_h', end: 'ended', stdout: '{}\n' },
  sockets: { source: attempts('require("socket")', 'TCPSocket.new("127.0.0.1", 80)'), end: 'ended', stdout: refused(2) },
  'requests over HTTP': {
    source: attempts(
      'require("net/http") && Net::HTTP.get(URI("http://127.0.0.1/"))',
      'require("open-uri") && URI.open("http://127.0.0.1/")',
    ),
    end: 'ended',
    stdout: refused(2),
  },
  processes: {
    source: attempts('fork', '`true`', 'exec("true")', 'IO.popen("true")', 'Process.kill(9, 1)', 'Process.daemon', 'Process.wait'),
    end: 'ended',
    stdout: refused(7),
  },
  'processes that would only seem to start': {
    source: attempts(
      'system("touch /tmp/x")',
      'system("touch /tmp/x", exception: true)',
      'Kernel.system({ "A" => "1" }, "touch", "/tmp/x", out: :err)',
      'spawn("touch /tmp/x")',
      'Process.spawn("touch /tmp/x")',
      '%x(touch /tmp/x)',
      'Kernel.`("true")',
      'Process.exec("true")',
    ),
    end: 'ended',
    stdout: refused(8),
  },
  'a process, whose error no `rescue` hides': {
    source: 'begin\n  system("ls")\nrescue\n  puts "hidden"\nend',
    end: 'runtime-error',
    stdout: '',
    stderr: /^solution\.rb:2:.*system\(\) function is unimplemented on this machine \(NotImplementedError\)/,
  },
  'a signal to itself': { source: 'Process.kill(9, $$)', end: 'ended', stdout: '' },
  'a ractor': { source: attempts('Ractor.new { 1 }.take'), end: 'ended', stdout: refused(1) },
  'threads without an end': { source: 'loop { Thread.new { sleep } }', end: 'memory-limit-exceeded' },
  'threads that pass for ever': {
    source: '2.times { Thread.new { loop { Thread.pass } } }\nThread.new { sleep }.join',
    end: 'time-limit-exceeded',
  },
  'a thread that waits for itself': { source: 'Thread.new { Thread.current.join }.join', end: 'runtime-error' },
  'native code': {
    source: attempts('require("fiddle")', 'require("ffi")', 'require("inline")', 'require("/tmp/x.so")'),
    end: 'ended',
    stdout: refused(4),
  },
  'JavaScript of the host': { source: 'require "js"\nJS.eval("process.exit()")\nputs "reached"', end: 'runtime-error', stdout: '' },
  'the global object of the host': { source: 'require "js"\nputs JS.global[:process]\nputs "reached"', end: 'runtime-error', stdout: '' },
  signals: {
    source: attempts('Process.kill(:TERM, 0)', 'Process.setrlimit(0, 1)', 'Process::UID.change_privilege(0)'),
    end: 'ended',
    stdout: refused(3),
  },
  'opening files for ever': {
    source: 'x = []\nloop { x << File.open("/usr/local/lib/ruby/4.0.0/json.rb") }',
    end: /^(runtime-error|memory-limit-exceeded)$/,
    limits: { seconds: 60 },
  },
  'writing to the library': {
    source: 'File.write("/usr/local/lib/ruby/4.0.0/json.rb", "x" * 1000)\nputs "written"',
    end: 'runtime-error',
    stdout: '',
  },
  'removing the library': { source: 'File.delete("/usr/local/lib/ruby/4.0.0/json.rb")', end: 'runtime-error' },

  // The next run
  'changing what every object has': {
    source: 'class Object\n  def puts(*) = STDOUT.write("cheat\\n")\nend\nclass Integer\n  def +(other) = 7\nend\nputs 1 + 1',
    end: /^(ended|runtime-error)$/,
  },
  'removing the constants': {
    source: 'Object.constants.each { |name| Object.send(:remove_const, name) rescue 1 }',
    end: /^(ended|runtime-error)$/,
  },
  'changing the module that talks to the host': {
    source: 'AssayBoot.singleton_methods.each { |name| AssayBoot.define_singleton_method(name) { |*| nil } }',
    end: /^(ended|runtime-error)$/,
  },
  'messages to the next run in a global, a constant and the environment': {
    source: '$left = "behind"\nLEFT = 1\nENV["LEFT"] = "behind"\nMath.define_singleton_method(:left) { 1 }',
    end: 'ended',
    stdout: '',
  },
  'every object that the collector knows': {
    source:
      'ObjectSpace.each_object(String) { |text| text.replace("x") rescue 1 }\nObjectSpace.each_object(Array) { |list| list.clear rescue 1 }',
    end: /^(ended|runtime-error)$/,
  },
  'another random seed, and no garbage collection': { source: 'srand(7)\nRandom.srand(8)\nGC.disable\n$, = "x"\n$; = "y"', end: 'ended' },
};

const control = `a, b = gets.split.map(&:to_i)
puts a + b, Math.sqrt(16), JSON.generate([1]), rand, $left.inspect, defined?(LEFT).inspect, ENV["LEFT"].inspect, Math.respond_to?(:left), Object.new.object_id, GC.disable`;
let expected: string | undefined;

for (const [name, { source, end, stdout, stderr, limits }] of Object.entries(programs)) {
  test(`${name}: ${end}, and the next run is right`, async () => {
    const hostile = await runRuby(source, stdio(), limits);
    if (typeof end === 'string') expect(hostile).toMatchObject({ end });
    else expect(hostile.end).toMatch(end);
    if (stdout !== undefined) expect(hostile.stdout).toBe(stdout);
    if (stderr !== undefined) expect(hostile.stderr).toMatch(stderr);
    expect(hostile.stdout).not.toMatch(/DONE|reached/);
    expect(Buffer.byteLength(hostile.stdout) + Buffer.byteLength(hostile.stderr)).toBeLessThanOrEqual(1_048_576);
    const next = await runRuby(control, stdio('20 22\n'));
    expected ??= next.stdout;
    expect(next).toMatchObject({ end: 'ended', stdout: expected, stderr: '' });
    expect(next.stdout).toMatch(/^42\n4\.0\n\[1\]\n0\.\d+\nnil\nnil\nnil\nfalse\n/);
  });
}
