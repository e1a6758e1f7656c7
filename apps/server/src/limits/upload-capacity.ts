import { imageBounds } from '@assay/domain';
import { Group, type Level, Upload, type Who } from './upload-group.ts';
import { BrokenOff, Pace } from './upload-pace.ts';

export type { Level, Who } from './upload-group.ts';

/** Bytes and uploads that one caller, or all together, may have under way. */
export type Share = { readonly uploads: number; readonly bytes: number };
export type Shares = { readonly [One in Level]: Share };

const levels = ['attempt', 'address', 'account', 'process'] as const;

const mebibyte = 1024 * 1024;

/** Of an attempt: a page sends one after another, and the one before may hang on a line that is gone. An exam room has one address. */
export const fileShares: Shares = {
  attempt: { uploads: 2, bytes: 20 * mebibyte },
  address: { uploads: 128, bytes: 256 * mebibyte },
  account: { uploads: 256, bytes: 512 * mebibyte },
  process: { uploads: 512, bytes: 1024 * mebibyte },
};

/** Of webcam images: a page that was offline sends a few at once. */
export const imageShares: Shares = {
  attempt: { uploads: 4, bytes: 4 * imageBounds.bytes },
  address: { uploads: 128, bytes: 128 * imageBounds.bytes },
  account: { uploads: 256, bytes: 256 * imageBounds.bytes },
  process: { uploads: 512, bytes: 512 * imageBounds.bytes },
};

export type Place = {
  /** Counts bytes that came; the level that they would exceed, if there is one. */
  readonly take: (bytes: number) => Level | undefined;
  /** All of it has come: from now on it does not give way. */
  readonly complete: () => void;
  /** Gives everything back; calling it again does nothing. */
  readonly leave: () => void;
};

/**
 * The capacity for all uploads of a process: a place each, and bytes as they come, whatever was declared. When a level is full, an upload
 * below 8 KB/s over 20 s gives way to a new one, or one of a member that has more than its part of the level. Otherwise a slow line
 * harms nobody and is left alone.
 */
export const createUploadCapacity = (shares: Shares, now: () => number) => {
  const groups = new Map<string, Group>();
  const left = new Map<Upload, () => void>();
  const brokenOff = new BrokenOff();
  const counts = { uploads: 0, bytes: 0, gaveWay: 0 };
  const giveWay = (upload: Upload): void => {
    counts.gaveWay += 1;
    left.get(upload)?.();
    upload.end();
  };

  const enter = (who: Who, end: () => void): Place | Level => {
    const names = levels.map((level) => ({ level, name: level === 'process' ? level : `${level} ${who[level]}` }));
    const full = names.filter(({ level, name }) => (groups.get(name)?.uploads.size ?? 0) >= shares[level].uploads);
    const giving: Upload[] = [];
    for (const { level, name } of full) {
      const group = groups.get(name);
      // One that gives way at an inner level leaves the outer ones too.
      if (group === undefined || giving.some((one) => group.uploads.has(one))) continue;
      const one = group.givesWay(who, now());
      if (one === undefined) return level;
      giving.push(one);
    }
    for (const one of giving) giveWay(one);
    const upload = new Upload(who, brokenOff.take(who.attempt, now()) ?? new Pace(now()), end);
    const own = names.map(({ level, name }) => {
      const group = groups.get(name) ?? new Group(level);
      groups.set(name, group);
      group.uploads.add(upload);
      return { level, name, group };
    });
    counts.uploads += 1;
    const leave = (): void => {
      if (!left.delete(upload)) return;
      if (!upload.isComplete) brokenOff.add(who.attempt, upload.pace, now());
      counts.uploads -= 1;
      counts.bytes -= upload.bytes;
      for (const { name, group } of own) {
        group.uploads.delete(upload);
        group.bytes -= upload.bytes;
        if (group.uploads.size === 0) groups.delete(name);
      }
    };
    left.set(upload, leave);
    const take = (bytes: number): Level | undefined => {
      for (const { level, group } of own)
        while (group.bytes + bytes > shares[level].bytes) {
          const other = group.givesWay(who, now(), { more: bytes });
          if (other === undefined || other === upload) return level;
          giveWay(other);
        }
      if (!left.has(upload)) return undefined;
      upload.bytes += bytes;
      upload.pace.add(bytes, now());
      counts.bytes += bytes;
      for (const { group } of own) group.bytes += bytes;
      return undefined;
    };
    const complete = () => {
      upload.isComplete = true;
    };
    return { take, complete, leave };
  };
  return { enter, counts: counts as Readonly<typeof counts> };
};

export type UploadCapacity = ReturnType<typeof createUploadCapacity>;
