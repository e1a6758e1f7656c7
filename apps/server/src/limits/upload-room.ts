import { imageBounds } from '@assay/domain';

/** Bytes and uploads that one caller, or all together, may have under way. */
export type Share = { readonly uploads: number; readonly bytes: number };
export type Level = 'attempt' | 'address' | 'account' | 'process';
export type Shares = { readonly [One in Level]: Share };
export type Who = { readonly [One in Exclude<Level, 'process'>]: string };

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

const watchedSeconds = 20;
const slowest = 8 * 1024;

/** An upload under way. `end` is called when another one needs its room. */
class Upload {
  bytes = 0;
  isComplete = false;
  readonly since: number;
  readonly end: () => void;
  /** Bytes of each of the last seconds. */
  readonly #recent = new Array<number>(watchedSeconds).fill(0);
  #second: number;

  constructor(now: number, end: () => void) {
    this.since = now;
    this.end = end;
    this.#second = Math.floor(now / 1000);
  }

  add(bytes: number, now: number): void {
    this.#forget(now);
    this.bytes += bytes;
    this.#recent[this.#second % watchedSeconds] = (this.#recent[this.#second % watchedSeconds] ?? 0) + bytes;
  }

  /** Bytes per second; undefined while it is too young to say, or when nothing more is to come. */
  pace(now: number): number | undefined {
    if (this.isComplete || now - this.since < watchedSeconds * 1000) return undefined;
    this.#forget(now);
    return this.#recent.reduce((sum, bytes) => sum + bytes, 0) / watchedSeconds;
  }

  #forget(now: number): void {
    const second = Math.floor(now / 1000);
    const passed = Math.min(watchedSeconds, second - this.#second);
    for (let step = 0; step < passed; step += 1) this.#recent[(second - step) % watchedSeconds] = 0;
    this.#second = second;
  }
}

class Group {
  readonly uploads = new Set<Upload>();
  bytes = 0;

  /** Who gives way when this group is full. `holding`: only those that free bytes. */
  slowest(now: number, holding = 0): Upload | undefined {
    let [found, least]: [Upload | undefined, number] = [undefined, slowest];
    for (const upload of this.uploads) {
      const pace = upload.bytes < holding ? undefined : upload.pace(now);
      if (pace !== undefined && pace < least) [found, least] = [upload, pace];
    }
    return found;
  }
}

export type Place = {
  /** Takes room for bytes that came; the level that has none for them, if one has none. */
  readonly take: (bytes: number) => Level | undefined;
  /** All of it has come: from now on it does not give way. */
  readonly complete: () => void;
  /** Gives everything back; calling it again does nothing. */
  readonly leave: () => void;
};

/**
 * The room of all uploads of a process: a place each, and bytes as they come, whatever was declared. When a level is full, its slowest
 * upload below 8 KB/s over 20 s gives way to the one that comes; otherwise a slow line harms nobody and is left alone.
 */
export const createUploadRoom = (shares: Shares, now: () => number) => {
  const groups = new Map<string, Group>();
  const left = new Map<Upload, () => void>();
  const counts = { uploads: 0, bytes: 0, gaveWay: 0 };
  const giveWay = (upload: Upload | undefined): void => {
    if (upload === undefined) return;
    counts.gaveWay += 1;
    left.get(upload)?.();
    upload.end();
  };

  const enter = (who: Who, end: () => void): Place | Level => {
    const names = levels.map((level) => ({ level, name: level === 'process' ? level : `${level} ${who[level]}` }));
    const full = names.filter(({ level, name }) => (groups.get(name)?.uploads.size ?? 0) >= shares[level].uploads);
    for (const { level, name } of full) if (groups.get(name)?.slowest(now()) === undefined) return level;
    for (const { level, name } of full) {
      const group = groups.get(name);
      // One that gave way at an inner level has left the outer ones too.
      if (group !== undefined && group.uploads.size >= shares[level].uploads) giveWay(group.slowest(now()));
    }
    const upload = new Upload(now(), end);
    const own = names.map(({ level, name }) => {
      const group = groups.get(name) ?? new Group();
      groups.set(name, group);
      group.uploads.add(upload);
      return { level, name, group };
    });
    counts.uploads += 1;
    const leave = (): void => {
      if (!left.delete(upload)) return;
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
          const other = group.slowest(now(), 1);
          if (other === undefined || other === upload) return level;
          giveWay(other);
        }
      if (!left.has(upload)) return undefined;
      upload.add(bytes, now());
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

export type UploadRoom = ReturnType<typeof createUploadRoom>;
