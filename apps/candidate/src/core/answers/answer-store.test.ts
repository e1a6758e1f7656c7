import { expect, it } from 'vitest';
import { createDevice, createFakeBrowser } from '../testing/fake-browser.ts';
import { createWorld, flushTurns } from '../testing/fake-world.ts';
import { type AnswerRecord, openAnswerStore } from './answer-store.ts';

const record: AnswerRecord = { questionId: 1, answer: ['a', 'b'], revision: 3, sentRevision: 2, flagged: true };
const event = { eventId: 'e1', type: 'left', at: 5 } as const;

const arrange = () => {
  const world = createWorld();
  const device = createDevice();
  let lost = 0;
  const open = (browser = createFakeBrowser({ world, device }), name = 'assay-x') =>
    openAnswerStore({
      name,
      browser,
      onLost: () => {
        lost += 1;
      },
    });
  /** A store whose database the browser closes. */
  const openToClose = async () => {
    let closeDatabase = () => {};
    const openDatabase = (name: string, version: number) => {
      const request = device.indexedDB.open(name, version);
      request.addEventListener('success', () => {
        closeDatabase = () => request.result.close();
      });
      return request;
    };
    const store = await open(createFakeBrowser({ world, indexedDB: { open: openDatabase } as unknown as IDBFactory }));
    return { store, closeDatabase };
  };
  return { world, open, openToClose, lostTimes: () => lost };
};

it('what was put is there after a reload, also when the page did not wait for it', async () => {
  const { open } = arrange();
  const store = await open();
  await store.begin('t1');
  void store.put({ ...record, revision: 2 });
  void store.put(record);
  void store.addEvent(event);
  void store.setAway({ eventId: 'e1', at: 5, sure: true });
  const reloaded = await open();
  await reloaded.begin('t1');
  expect(reloaded.persistent()).toBe(true);
  expect(await reloaded.records()).toEqual([record]);
  expect(await reloaded.events()).toEqual([event]);
  expect(await reloaded.away()).toEqual({ eventId: 'e1', at: 5, sure: true });
});

it('another start of the attempt finds nothing of the one before', async () => {
  const { open } = arrange();
  const store = await open();
  await store.begin('t1');
  await store.put(record);
  await store.setCameraConsent();
  await store.begin('t2');
  expect(await store.records()).toEqual([]);
  expect(await store.cameraConsent()).toBe(false);
});

it('two attempts on one device do not mix, and clear leaves only what the server never got', async () => {
  const { open } = arrange();
  const one = await open();
  const other = await open(undefined, 'assay-y');
  await one.put(record);
  await one.put({ ...record, questionId: 2, sentRevision: record.revision });
  await one.put({ ...record, questionId: 3, delivered: record.revision });
  await one.setCameraConsent();
  expect(await other.records()).toEqual([]);
  await other.put({ ...record, questionId: 4 });
  expect(await one.clear()).toEqual([record]);
  expect([await one.records(), await one.cameraConsent(), (await other.records()).length]).toEqual([[record], false, 1]);
});

it('events are removed one by one', async () => {
  const { open } = arrange();
  const store = await open();
  await store.addEvent(event);
  await store.addEvent({ ...event, eventId: 'e2' });
  await store.removeEvents(['e1', 'gone']);
  expect((await store.events()).map(({ eventId }) => eventId)).toEqual(['e2']);
});

it('without IndexedDB it stores as long as the page is open, and says so', async () => {
  const { world, open } = arrange();
  const store = await open(createFakeBrowser({ world, indexedDB: undefined }));
  await store.begin('t1');
  await store.put(record);
  expect(store.persistent()).toBe(false);
  expect(await store.records()).toEqual([record]);
});

it('an IndexedDB that throws or never responds is not used', async () => {
  const { world, open } = arrange();
  const failing = (openDatabase: () => unknown) => createFakeBrowser({ world, indexedDB: { open: openDatabase } as unknown as IDBFactory });
  const throwing = await open(
    failing(() => {
      throw new DOMException('no', 'SecurityError');
    }),
  );
  expect(throwing.persistent()).toBe(false);
  const opening = open(failing(() => ({})));
  await world.advance(10_000);
  expect((await opening).persistent()).toBe(false);
});

it('a database closed in the middle loses nothing of this page, and says so once', async () => {
  const { openToClose, lostTimes } = arrange();
  const { store, closeDatabase } = await openToClose();
  await store.put(record);
  closeDatabase();
  await store.put({ ...record, questionId: 2 });
  await store.put({ ...record, questionId: 3 });
  await flushTurns();
  expect([store.persistent(), lostTimes()]).toEqual([false, 1]);
  expect((await store.records()).map(({ questionId }) => questionId)).toEqual([1, 2, 3]);
});

it('a read that begins while the database fails gets what this page wrote', async () => {
  const { openToClose } = arrange();
  const { store, closeDatabase } = await openToClose();
  closeDatabase();
  void store.put(record);
  expect(await store.records()).toEqual([record]);
});
