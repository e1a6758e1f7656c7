import { testDialects } from '@assay/store/testing';
import { describe, expect, it } from 'vitest';
import { FakeFiles } from '../testing/files.ts';
import { openFileReview } from '../testing/reviews.ts';
import { useService } from '../testing/service.ts';
import { acceptStorage, countSampledFiles, isStorageOfDatabase } from './storage-of-database.ts';

class Disk extends FakeFiles {
  readonly kept: Map<string, Uint8Array>;
  constructor(kept = new Map<string, Uint8Array>()) {
    super({ files: kept });
    this.kept = kept;
  }
}

describe.each(testDialects)('the storage of a database on %s', (engine) => {
  const service = useService(engine);
  const on = (files: Disk) => ({ assay: { store: service.assay.store, files } });
  const isIts = (files: Disk, besideDatabase = false) => isStorageOfDatabase({ ...on(files), besideDatabase });

  it('is that of the first process, of several at once on their own disks that of one, and of all on one disk', async () => {
    const beside = new Disk();
    expect(await isIts(beside, true)).toBe(true);
    expect(beside.kept.size).toBe(0);
    const disks = [1, 2, 3, 4].map(() => new Disk());
    const killed = new Disk();
    killed.fault = new Error('killed before its row');
    await expect(isIts(killed)).rejects.toBe(killed.fault);
    const first = await Promise.all([...disks, ...disks].map((disk) => isIts(disk)));
    expect(first.filter(Boolean)).toHaveLength(2);
    expect(await Promise.all([...disks, ...disks].map((disk) => isIts(disk)))).toEqual(first);
    // One marker of the two that were written to the same disk, and none on the others.
    expect(disks.map(({ kept }) => kept.size)).toEqual(first.slice(0, 4).map(Number));
    expect(await isIts(beside, true)).toBe(false);
  });

  it('goes with its marker, a copy of which is another name of it only with the same bytes', async () => {
    const here = new Disk();
    await acceptStorage(on(here));
    expect(await isIts(here)).toBe(true);
    expect(await isIts(new Disk(new Map(here.kept)))).toBe(true);
    expect(await isIts(new Disk(new Map([...here.kept.keys()].map((key) => [key, Buffer.from('')]))))).toBe(false);
    const there = new Disk();
    expect(await isIts(there)).toBe(false);
    await acceptStorage(on(there));
    expect([await isIts(here), await isIts(there)]).toEqual([false, true]);
  });
});

describe.each(testDialects)('a database with files and without a marker, on %s', (engine) => {
  const service = useService(engine);

  it('gets one only where files that it names are', async () => {
    await openFileReview(service, await service.mintAccount());
    const { store } = service.assay;
    const [full, empty] = [new Disk(service.images.files), new Disk()];
    expect(await countSampledFiles({ assay: { store, files: full } })).toEqual({ named: 1, seen: 1 });
    const isIts = (files: Disk) => isStorageOfDatabase({ assay: { store, files }, besideDatabase: false });
    expect([await isIts(empty), await isIts(full), await isIts(empty)]).toEqual([false, true, false]);
    expect(empty.kept.size).toBe(0);
  });
});
