import { expect, test } from 'vitest';
import type { End, Limits } from '../../program.ts';
import { runOne, stdio } from '../../testing/run-one.ts';

const runPython = runOne('python', { seconds: 10, memory: 128, output: 1_048_576 });
const printed = async (source: string): Promise<string> => {
  const run = await runPython(source, stdio());
  expect(run).toMatchObject({ end: 'ended', stderr: '' });
  return run.stdout;
};

test('asyncio runs tasks beside one another, with a clock that waits for nobody', async () => {
  const source = `
import asyncio, time
async def work(n, d):
    await asyncio.sleep(d); print('done', n); return n
async def main():
    t=time.monotonic()
    print(await asyncio.gather(work(1,.3),work(2,.1),work(3,.2)))
    print(round(time.monotonic()-t,1))
    q=asyncio.Queue(2)
    async def prod():
        for i in range(5): await q.put(i); print('put',i)
        await q.put(None)
    async def cons():
        while (x:=await q.get()) is not None: print('got',x)
    async with asyncio.TaskGroup() as g:
        g.create_task(prod()); g.create_task(cons())
    try: await asyncio.wait_for(asyncio.sleep(10),1)
    except asyncio.TimeoutError: print('timeout')
    async with asyncio.timeout(5): print(await asyncio.to_thread(pow,2,10))
    loop=asyncio.get_running_loop()
    print(await loop.run_in_executor(None,lambda:7))
    ev=asyncio.Event(); loop.call_later(1,ev.set); await ev.wait(); print('event')
    t=asyncio.create_task(asyncio.sleep(100)); await asyncio.sleep(0); t.cancel()
    try: await t
    except asyncio.CancelledError: print('cancelled')
    for c in asyncio.as_completed([work(5,.2),work(6,.1)]): print(await c)
    async def gen():
        for i in range(3): yield i; await asyncio.sleep(.1)
    print([x async for x in gen()])
    s=asyncio.Semaphore(2)
    async def lim(i):
        async with s: await asyncio.sleep(.1); return i
    print(await asyncio.gather(*map(lim,range(6))))
    raise ValueError('x')
try: asyncio.run(main())
except ValueError as e: print('E',e)
loop=asyncio.new_event_loop(); print(loop.run_until_complete(work(9,1))); loop.close()
`;
  expect(await printed(source)).toMatchInlineSnapshot(`
    "done 2
    done 3
    done 1
    [1, 2, 3]
    0.3
    put 0
    put 1
    got 0
    got 1
    put 2
    put 3
    got 2
    got 3
    put 4
    got 4
    timeout
    1024
    7
    event
    cancelled
    done 6
    6
    done 5
    5
    [0, 1, 2]
    [0, 1, 2, 3, 4, 5]
    E x
    done 9
    9
    "
  `);
});

test('threads, executors and what they wait by run one after another', async () => {
  const source = `
import threading, queue, time
from concurrent.futures import ThreadPoolExecutor, as_completed, wait
n=0; lock=threading.Lock()
def add():
    global n
    for _ in range(1000):
        with lock: n+=1
ts=[threading.Thread(target=add) for _ in range(4)]
[t.start() for t in ts]; [t.join() for t in ts]; print(n, ts[0].is_alive(), threading.active_count())
q=queue.Queue(); out=[]
def cons():
    while (x:=q.get()) is not None: out.append(x)
def prod():
    for i in range(5): q.put(i); time.sleep(.1)
    q.put(None)
c=threading.Thread(target=cons); p=threading.Thread(target=prod); c.start(); p.start(); c.join(); p.join(); print(out)
def worker():
    while True:
        x=q.get(); out.append(x*x); q.task_done()
q=queue.Queue()
for _ in range(3): threading.Thread(target=worker,daemon=True).start()
for i in range(5): q.put(i)
q.join(); print(out)
with ThreadPoolExecutor(3) as e:
    print(list(e.map(lambda x:x*x,range(10))))
    fs={e.submit(pow,2,i):i for i in range(5)}
    print(sorted(f.result() for f in as_completed(fs)))
    f=e.submit(lambda:1/0); print(type(f.exception()))
    print(e.submit(lambda: threading.current_thread().name).result(), len(wait(fs).done))
ev=threading.Event()
threading.Timer(1, ev.set).start()
print(ev.wait(5), ev.is_set())
r=threading.RLock()
with r:
    with r: print('re')
loc=threading.local(); loc.x=1
def l():
    print(hasattr(loc,'x')); loc.x=2; print(loc.x)
t=threading.Thread(target=l); t.start(); t.join(); print(loc.x)
b=threading.Barrier(2)
cond=threading.Condition(); items=[]
def w():
    with cond:
        while not items: cond.wait()
        print('woke', items)
def s():
    with cond: items.append(1); cond.notify_all()
t1=threading.Thread(target=w); t2=threading.Thread(target=s); t1.start(); t2.start(); t1.join(); t2.join()
class My(threading.Thread):
    def __init__(self): super().__init__(); self.r=None
    def run(self): self.r=5
m=My(); m.start(); m.join(); print(m.r)
def tick():
    while True: print('tick'); time.sleep(.3)
threading.Thread(target=tick,daemon=True).start()
time.sleep(1); print('main', lock.acquire(timeout=1), lock.acquire(timeout=.1), lock.acquire(False))
threading.Thread(target=lambda: print('at end')).start()
ts=[threading.Thread(target=time.sleep,args=(1,)) for _ in range(300)]
start=time.monotonic()
[x.start() for x in ts]; [x.join() for x in ts]; print(1 <= time.monotonic()-start)
`;
  expect(await printed(source)).toMatchInlineSnapshot(`
    "4000 False 1
    [0, 1, 2, 3, 4]
    [0, 1, 2, 3, 4, 0, 1, 4, 9, 16]
    [0, 1, 4, 9, 16, 25, 36, 49, 64, 81]
    [1, 2, 4, 8, 16]
    <class 'ZeroDivisionError'>
    ThreadPoolExecutor-0_1 5
    True True
    re
    False
    2
    1
    woke [1]
    5
    tick
    tick
    tick
    tick
    main True False False
    at end
    True
    "
  `);
});

test('an error in a thread is told with the lines of the program only, and the program goes on', async () => {
  const source = `import json, threading
def bad(): json.loads("{")
t = threading.Thread(target=bad, name="B")
t.start()
t.join()
print("after")
`;
  expect(await runPython(source)).toMatchObject({
    end: 'ended',
    stdout: 'after\n',
    stderr: expect.stringMatching(/^Exception in thread B:\nTraceback .*\n {2}File "solution.py", line 2, in bad\n.*\n.*\njson\.decoder/),
  });
});

test('a traceback has no frame of the library, however it is printed', async () => {
  const source = `import asyncio, json, traceback
async def main(): json.loads("{")
try: asyncio.run(main())
except ValueError: traceback.print_exc()
asyncio.run(main())
`;
  const run = await runPython(source);
  expect(run.stderr).not.toMatch(/wlr|<string>|threads\.py/);
  expect(run.stderr.match(/File "solution.py", line 2, in main\n {4}async def main\(\)/g)).toHaveLength(2);
  expect(run.line).toBe(2);
});

type Hostile = {
  readonly source: string;
  readonly end: End;
  readonly stderr?: RegExp;
  readonly limits?: Partial<Limits>;
  readonly line?: number;
};

/** Of programs that never end: its length proves nothing. */
const short = { seconds: 0.2 };

const hostile: Readonly<Record<string, Hostile>> = {
  'threads without an end': {
    source: 'import threading\ndef more():\n    threading.Thread(target=more).start()\nmore()',
    end: 'time-limit-exceeded',
    limits: short,
  },
  'a million threads, each in the wait of the one before': {
    source:
      'import threading\nlock = threading.Lock()\nlock.acquire()\nfor _ in range(1_000_000): threading.Thread(target=lock.acquire).start()\nlock.acquire()',
    end: 'memory-limit-exceeded',
    limits: { memory: 64 },
  },
  'threads in the wait of one another': {
    source:
      'import threading\nlock = threading.Lock()\nlock.acquire()\nfor _ in range(10_000): threading.Thread(target=lock.acquire).start()\nlock.acquire()',
    end: 'runtime-error',
    stderr: /Deadlock/,
  },
  'a thread that waits for itself': {
    source: 'import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()',
    end: 'runtime-error',
    stderr: /Deadlock: nothing can end this wait/,
    line: 4,
  },
  'a loop of events that waits for ever': {
    source: 'import asyncio\nasyncio.run(asyncio.Event().wait())',
    end: 'runtime-error',
    stderr: /^Traceback \(most recent call last\):\n {2}File "solution\.py", line 2, in <module>\n {4}asyncio.*\nDeadlock/,
    line: 2,
  },
  'a loop of events that never ends': {
    source: 'import asyncio\nasync def main():\n    while True: await asyncio.sleep(1)\nasyncio.run(main())',
    end: 'time-limit-exceeded',
    limits: short,
  },
};

for (const [name, { source, end, stderr, limits, line }] of Object.entries(hostile)) {
  test(`${name}: ${end}, and the next run is right`, async () => {
    const run = await runPython(source, stdio(), limits);
    expect(run).toMatchObject({ end, ...(line === undefined ? {} : { line }) });
    if (stderr !== undefined) expect(run.stderr).toMatch(stderr);
    expect(await printed('import threading\nprint(threading.active_count())')).toBe('1\n');
  });
}
