import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from './config.ts';
import { explainStart } from './explain-start.ts';
import { openAssay } from './open-assay.ts';
import { openS3Server, refusedKey } from './testing/s3-server.ts';
import { withoutOutbound } from './without-outbound.ts';

describe('a start with a database whose files are in a bucket', () => {
  let server: Awaited<ReturnType<typeof openS3Server>>;
  let directory: string;
  beforeEach(async () => {
    server = await openS3Server();
    directory = await mkdtemp(join(tmpdir(), 'assay-test-'));
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'key-of-assay');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret-of-assay');
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await server.close();
    await rm(directory, { recursive: true });
  });

  const started = 'it started';
  const warnings: string[] = [];
  const log = { info: () => undefined, warn: (_: object, message: string) => void warnings.push(message) };
  const start = async (bucket: string | undefined, serves = true): Promise<string | undefined> => {
    const url = bucket === undefined ? {} : { ASSAY_STORAGE_URL: `s3://${bucket}?endpoint=${server.endpoint}` };
    const config = readConfig({ ASSAY_DATA_DIR: directory, ...url });
    try {
      await (await openAssay(config, withoutOutbound, { serves, log })).close();
    } catch (error) {
      return explainStart(error, config);
    }
    return started;
  };

  it('is refused without it or with another one, in a line that names both ways out; a command may have any', async () => {
    expect([await start(undefined), await start('one/images'), await start('one/images')]).toEqual([started, started, started]);
    expect([...server.objects.keys()]).toEqual([expect.stringMatching(/^\/one\/images\/assay-marker-[0-9a-f]{16}$/)]);
    const told = (where: string) =>
      `The images and files of the database are not in ${where}: give all servers and workers one folder that they share (ASSAY_DATA_DIR, or its images), or one bucket (ASSAY_STORAGE_URL); if this is where they are from now on, \`assay-server storage accept\``;
    for (const other of ['two/images', 'one/pictures']) expect(await start(other)).toBe(told('the bucket of ASSAY_STORAGE_URL'));
    expect(await start(undefined)).toBe(told(join(directory, 'images')));
    expect([await start(undefined, false), await start('two', false), await start('one/images')]).toEqual([started, started, started]);
  });

  it('is not held up by a bucket that refuses, and warns', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', refusedKey);
    expect(await start('one')).toBe(started);
    expect(warnings).toEqual([expect.stringMatching(/^the bucket of ASSAY_STORAGE_URL does not answer: /)]);
  });
});
