import { randomBytes } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { prepareTest, TestFile } from '@assay/domain';
import { smallTest } from '@assay/testing';
import { afterEach, expect, it } from 'vitest';
import { Renderer } from './renderer.ts';

const thread = new URL('./render-thread.ts', import.meta.url);
const open: Renderer[] = [];
const begin = (...of: ConstructorParameters<typeof Renderer>): Renderer => {
  const renderer = new Renderer(...of);
  open.push(renderer);
  return renderer;
};
afterEach(async () => {
  for (const renderer of open.splice(0)) await renderer.close();
});

const jobOf = (prompts: readonly string[]) => {
  const questions = prompts.map((prompt) => ({ kind: 'text', prompt, answer: 'yes' }));
  const { definition } = prepareTest(TestFile.parse({ ...smallTest, sections: [{ name: 'All', questions }] }));
  return { definition, pictureSecret: randomBytes(32), beyond: 'refuse' } as const;
};
const author = { account: 1, waits: 'author' } as const;

it('renders in a thread what it renders in this one', async () => {
  const job = jobOf(['*One*', '~~~ts\nlet a = 1;\n~~~', '![p](data:image/png;base64,iVBORw0KGgo=)']);
  const [apart, here] = [await begin(thread).render(job, author), await begin().render(job, author)];
  expect(apart.ok).toBe(true);
  expect(apart).toEqual(here);
});

it('leaves the event loop alone while a thread renders', async () => {
  const renderer = begin(thread);
  const job = jobOf(Array.from({ length: 3 }, () => `|${'a|'.repeat(500)}\n|${'-|'.repeat(500)}\n${'|a\n'.repeat(60)}`));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let turns = 0;
  let running = true;
  const rendering = renderer.render(job, author).finally(() => {
    running = false;
  });
  delay.enable();
  while (running) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  delay.disable();
  await rendering;
  expect(turns).toBeGreaterThan(100);
});

/** A thread that never comes back from its first question. */
const stuck = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, workerData } from 'node:worker_threads';
    parentPort.on('message', () => { workerData.at.set([2, 5]); for (;;); });
  `)}`,
);

it('ends a thread that one question keeps busy, and names the question', async () => {
  const renderer = begin(stuck, { watch: 5, longestQuestion: 200 });
  const result = await renderer.render(jobOf(['One']), author);
  expect(result).toMatchObject({
    ok: false,
    error: { code: 'request.invalid', message: expect.stringMatching(/^sections\[2\]\.questions\[5\]: takes more than 2 s/) },
  });
});

it('fails when the thread ends by itself, and begins another one', async () => {
  const renderer = begin(new URL('data:text/javascript,process.exit(3)'));
  for (const _ of [1, 2]) await expect(renderer.render(jobOf(['One']), author)).rejects.toThrow('ended without a result');
});

it('renders for candidates before authors, and for accounts in turn', async () => {
  const renderer = begin();
  const order: string[] = [];
  const render = (name: string, account: number, waits: 'candidate' | 'author' | 'nobody') =>
    renderer.render(jobOf([name]), { account, waits }).then(() => order.push(name));
  await Promise.all([
    render('first', 1, 'author'),
    render('watch', 1, 'nobody'),
    render('again', 1, 'author'),
    render('other', 2, 'author'),
    render('candidate', 1, 'candidate'),
  ]);
  expect(order).toEqual(['first', 'candidate', 'other', 'again', 'watch']);
});

it.each([
  ['fifty', 50, {}],
  ['a number of characters', 13, { characters: 13 * jobOf(['One']).definition.length }],
])('keeps %s of an account’s imports waiting, and refuses the next until one is done', async (_, most, bounds) => {
  const renderer = begin(undefined, bounds);
  const job = jobOf(['One']);
  const results = await Promise.all(Array.from({ length: most + 2 }, () => renderer.render(job, author)));
  expect(results.map(({ ok }) => ok)).toEqual([...Array.from({ length: most + 1 }, () => true), false]);
  expect(await renderer.render(job, author)).toMatchObject({ ok: true });
});
