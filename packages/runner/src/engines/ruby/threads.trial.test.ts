import { describe, expect, test } from 'vitest';
import { runOne } from '../../testing/run-one.ts';

const runRuby = runOne('ruby', { seconds: 10, memory: 128, output: 1_048_576 });
const prints = async (source: string): Promise<string> => {
  const { end, stdout, stderr } = await runRuby(source);
  expect({ end, stderr }).toEqual({ end: 'ended', stderr: '' });
  return stdout;
};

describe('threads run one after another, when somebody waits', () => {
  const programs: Readonly<Record<string, readonly [source: string, printed: string]>> = {
    'for their values': [
      'p 3.times.map { |n| Thread.new(n) { |own| sleep(3 - own); puts own; own * own } }.map(&:value)',
      '2\n1\n0\n[0, 1, 4]\n',
    ],
    'for a lock': [
      'n = 0; m = Mutex.new\n4.times.map { Thread.new { 50.times { m.synchronize { n += 1 } } } }.each(&:join)\np n, m.locked?',
      '200\nfalse\n',
    ],
    'for a queue': [
      'q = Queue.new\nt = Thread.new { 3.times { |n| q << n; sleep 1 }; q.close }\nwhile (n = q.pop)\n  p n\nend\np t.join.alive?',
      '0\n1\n2\nfalse\n',
    ],
    'for a place in a queue': [
      'q = SizedQueue.new(1)\nt = Thread.new { all = []; while (n = q.pop); all << n; end; all }\n4.times { |n| q << n }\nq.close\np t.value',
      '[0, 1, 2, 3]\n',
    ],
    'for a condition': [
      'm = Mutex.new; c = ConditionVariable.new; ready = false\nt = Thread.new { m.synchronize { c.wait(m) until ready; :woken } }\nsleep 1\nm.synchronize { ready = true; c.signal }\np t.value',
      ':woken\n',
    ],
    'in a sleep': ['Thread.new { puts :other }\nputs :first\nsleep 1\nputs :last', 'first\nother\nlast\n'],
    'for a time': ['p Thread.new { sleep }.join(0.5), Thread.new { loop { Thread.pass } }.join(0.5)', 'nil\nnil\n'],
  };
  test.each(Object.entries(programs))('%s', async (_, [source, printed]) => expect(await prints(source)).toBe(printed));
});

test('an error of a thread is reported, and raised again for those who wait for it', async () => {
  const run = await runRuby(
    "t = Thread.new { raise ArgumentError, 'inside' }\nbegin\n  t.join\nrescue ArgumentError => e\n  puts e.message, t.status.inspect\nend",
  );
  expect(run).toMatchObject({ end: 'ended', stdout: 'inside\nnil\n', stderr: expect.stringContaining('terminated with exception') });
});

test('threads that wait for each other for ever say so', async () => {
  const run = await runRuby('a = Queue.new\nb = Queue.new\nt = Thread.new { a.pop; b << 1 }\nb.pop');
  expect(run).toMatchObject({ end: 'runtime-error', stderr: expect.stringContaining('No live threads left. Deadlock?') });
});

test('a thread that is ended runs what it ensured, and its locals are its own', async () => {
  const source = `t = Thread.new { begin; Thread.current[:name] = 'own'; sleep; ensure; puts 'ensured'; end }
sleep 1
p t[:name], Thread.current[:name], t.status, t.is_a?(Thread)
p t.kill.join.equal?(t), t.alive?, Thread.list.size`;
  expect(await prints(source)).toBe('"own"\nnil\n"sleep"\ntrue\nensured\ntrue\nfalse\n1\n');
});
