import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { err, ok, refusal } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { createDocuments, createTurn } from './documents.ts';

describe('drawing documents', () => {
  const inTurn = createTurn();

  it('many requested at once are drawn one after the other, and the event loop turns between them', async () => {
    const order: string[] = [];
    const drawing = Array.from({ length: 5 }, () => inTurn(async () => order.push('drawn')));
    const turning = (async () => {
      for (let turn = 0; turn < 20; turn += 1) {
        await setImmediate();
        order.push('turn');
      }
    })();
    await Promise.all([...drawing, turning]);
    expect(order.join(' ')).not.toContain('drawn drawn');
  });

  it('one that fails does not keep the next one from being drawn', async () => {
    const failed = inTurn(() => Promise.reject(new Error('unreadable font')));
    const next = inTurn(async () => 'drawn');
    await expect(failed).rejects.toThrow('unreadable font');
    expect(await next).toBe('drawn');
  });
});

describe('documents of one caller', () => {
  const download = () => ok({ fileName: 'x', stream: Readable.from(['bytes']) });
  const untilSent = ({ stream }: { stream: Readable }) => stream;

  it('beyond 102 at once are 429, and those of other callers are made', async () => {
    const documents = createDocuments();
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const make = () => gate.then(download);
    const made = Array.from({ length: 103 }, () => documents('a', 'made', make));
    const others = documents('b', 'made', async () => download());
    expect((await others).ok).toBe(true);
    open();
    const settled = await Promise.allSettled(made);
    expect(settled.map(({ status }) => status)).toEqual([...Array(102).fill('fulfilled'), 'rejected']);
    expect(settled.at(-1)).toMatchObject({ reason: { statusCode: 429 } });
  });

  it('that are refused or fail leave their place', async () => {
    const documents = createDocuments();
    for (let index = 0; index < 5; index += 1) {
      await documents('a', untilSent, async () => err(refusal('resource.conflict', 'no report yet')));
      await expect(documents('a', untilSent, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    }
    expect((await documents('a', untilSent, async () => download())).ok).toBe(true);
  });

  it('made while they are sent keep their place until the last byte, or until the caller goes away', async () => {
    const documents = createDocuments();
    const make = async () => download();
    const [one, two] = await Promise.all([documents('a', untilSent, make), documents('a', untilSent, make)]);
    let hasMade = false;
    const third = documents('a', untilSent, make).then(() => {
      hasMade = true;
    });
    await setImmediate();
    expect(hasMade).toBe(false);
    if (one.ok) one.value.stream.destroy();
    await third;
    const fourth = documents('a', untilSent, make);
    if (two.ok) two.value.stream.resume();
    expect((await fourth).ok).toBe(true);
  });
});
