import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { digestOf, openCompiled } from './compiled.ts';

let own: string;
let folder: string;
let program: string;
let found: string;
beforeEach(() => {
  own = mkdtempSync(join(tmpdir(), 'compiled-'));
  folder = join(own, 'kept');
  program = join(own, 'program');
  found = join(own, 'found');
  writeFileSync(program, 'its bytes');
});
afterEach(() => rmSync(own, { recursive: true }));

const compiled = { fault: null, said: 'warning: unused\n' };
const kept = () => readdirSync(join(folder, 'programs')).sort();

describe('a compiled program', () => {
  test('is found again by another engine, with what the compiler said', async () => {
    await openCompiled(folder).keep('a', compiled, program);
    expect(await openCompiled(folder).find('a', found)).toEqual(compiled);
    expect(readFileSync(found, 'utf8')).toBe('its bytes');
    expect(await openCompiled(folder).find('b', found)).toBeUndefined();
  });

  test('that did not compile is found with its fault', async () => {
    const failed = { fault: { stderr: 'error', line: 3, seconds: 0.1, memory: null }, said: '' };
    await openCompiled(folder).keep('a', failed, program);
    expect(await openCompiled(folder).find('a', found)).toEqual(failed);
  });

  test.each([
    ['changed', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.from('X')])],
    ['cut off', (bytes: Buffer) => bytes.subarray(0, -4)],
    ['empty', () => Buffer.alloc(0)],
  ])('that was %s is not found, and goes', async (_, change) => {
    const programs = openCompiled(folder);
    await programs.keep('a', compiled, program);
    const path = join(folder, 'programs', 'a');
    writeFileSync(path, change(readFileSync(path)));
    expect(await programs.find('a', found)).toBeUndefined();
    expect(existsSync(found)).toBe(false);
    expect(kept()).toEqual([]);
  });

  test('that is the least recently used goes first, by count and by bytes', async () => {
    const usedAt = (key: string, seconds: number) => utimesSync(join(folder, 'programs', key), seconds, seconds);
    const programs = openCompiled(folder, { count: 2, bytes: 10_000, bytesOfOne: 9_000 });
    await programs.keep('a', compiled, program);
    await programs.keep('b', compiled, program);
    usedAt('a', 1000);
    usedAt('b', 2000);
    await programs.find('a', found);
    await programs.keep('c', compiled, program);
    expect(kept()).toEqual(['a', 'c']);
    usedAt('a', 1000);
    writeFileSync(program, Buffer.alloc(9_000));
    await programs.keep('d', compiled, program);
    expect(kept()).toEqual(['c', 'd']);
    writeFileSync(program, Buffer.alloc(9_001));
    await programs.keep('e', compiled, program);
    expect(kept()).toEqual(['c', 'd']);
  });

  test('is kept where no other user reads it, whatever the umask', async () => {
    const before = process.umask(0o077);
    try {
      const programs = openCompiled(folder);
      await programs.keep('a', compiled, program);
      await programs.makePart('headers', 'h', async (path) => {
        writeFileSync(path, 'headers');
        return true;
      });
    } finally {
      process.umask(before);
    }
    const modeOf = (...names: string[]) => (statSync(join(folder, ...names)).mode & 0o777).toString(8);
    expect([modeOf(), modeOf('programs'), modeOf('programs', 'a')]).toEqual(['711', '700', '600']);
    expect([modeOf('parts'), modeOf('parts', 'headers-h')]).toEqual(['711', '644']);
  });
});

describe('a folder that is not its own', () => {
  test.each([
    [
      'everybody writes to',
      () => {
        mkdirSync(folder);
        chmodSync(folder, 0o777);
      },
    ],
    [
      'a link leads to',
      () => {
        mkdirSync(join(own, 'elsewhere'));
        symlinkSync(join(own, 'elsewhere'), folder);
      },
    ],
    ['is a file', () => writeFileSync(folder, '')],
  ])('which %s is not used', async (_, make) => {
    make();
    const programs = openCompiled(folder);
    await programs.keep('a', compiled, program);
    await programs.makePart('headers', 'h', async () => expect.unreachable());
    expect(await programs.find('a', found)).toBeUndefined();
    expect(await programs.part('headers', 'h')).toBeUndefined();
  });
});

describe('parts', () => {
  test('are made once, and those of the same kind of a compiler that was replaced go', async () => {
    const programs = openCompiled(folder);
    let made = 0;
    const write = async (path: string) => {
      made += 1;
      writeFileSync(path, 'headers');
      return true;
    };
    await programs.makePart('headers', 'old', write);
    await programs.makePart('headers', 'old', write);
    expect(made).toBe(1);
    expect(await programs.part('headers', 'old')).toBe(join(folder, 'parts', 'headers-old'));
    await programs.makePart('handler', 'old', write);
    await programs.makePart('headers', 'new', write);
    expect(readdirSync(join(folder, 'parts')).sort()).toEqual(['handler-old', 'headers-new']);
  });

  test('that could not be made leave nothing behind', async () => {
    const programs = openCompiled(folder);
    await programs.makePart('headers', 'a', async (path) => {
      writeFileSync(path, 'half of it');
      return false;
    });
    expect(await programs.part('headers', 'a')).toBeUndefined();
    expect(readdirSync(join(folder, 'parts'))).toEqual([]);
  });
});

test('lists of parts that join to the same text have different digests', () => {
  expect(digestOf('ab', 'c')).not.toBe(digestOf('a', 'bc'));
});
