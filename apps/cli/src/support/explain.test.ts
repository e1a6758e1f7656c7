import { readFile } from 'node:fs/promises';
import { createClient } from '@assay/client';
import { describe, expect, it } from 'vitest';
import { explain } from './explain.ts';

const thrownBy = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};

describe('a failure in words', () => {
  it('of the network says what cannot be reached, not which operation was called', async () => {
    const refuse = async () => {
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') });
    };
    const client = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k', fetch: refuse, retry: { attempts: 1 } });
    const told = explain(await thrownBy(client.listTests()));
    expect(told?.message).toMatch(/^http:\/\/127\.0\.0\.1:1/);
    expect(told?.message).not.toContain('listTests');
    expect(told?.next).toContain('assay doctor');
  });

  it('of a file names the file and what is wrong with it, and never a code of the system', async () => {
    expect(explain(await thrownBy(readFile('none.csv')))).toEqual({
      message: 'none.csv: there is no such file',
      next: 'Is the path right?',
      code: 1,
    });
    expect(explain(await thrownBy(readFile('/')))).toMatchObject({ message: expect.stringMatching(/is a directory$/) });
  });

  it('is undefined for a bug, which the caller shows', () => {
    expect(explain(new TypeError('x is not a function'))).toBeUndefined();
    expect(explain('odd')).toBeUndefined();
  });
});
