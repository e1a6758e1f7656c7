import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileAnswer } from '@assay/domain';
import { until } from '@assay/testing';
import { describe, expect } from 'vitest';
import { apiOf } from './support/api.ts';
import { candidateAt } from './support/candidate.ts';
import { it } from './support/server-process.ts';

const apiKey = 'upload-kill-9-upload-kill-9-upload-kill-9';

const level = (marks: number) => ({ marks, text: `For ${marks}` });
const upload = { kind: 'file', prompt: 'Upload it.', accept: ['text'], rubric: [{ criterion: 'Order', levels: [level(0), level(4)] }] };
const file = { name: 'Files', duration: 30, sections: [{ name: 'One', questions: Array.from({ length: 10 }, () => upload) }] };

/** A megabyte of text that no other upload has. */
const text = (): Uint8Array<ArrayBuffer> => new TextEncoder().encode(randomBytes(750_000).toString('base64'));

describe('kill -9 while files are uploaded', () => {
  it('loses none that was acknowledged: after the restart it becomes the answer, byte for byte', async ({ servers }) => {
    const directory = await servers.directory();
    const environment = { ASSAY_DATA_DIR: directory, ASSAY_API_KEY: apiKey };
    let server = await servers.start(environment);
    const { testId } = await apiOf(server, apiKey).importTest(file);
    const { testInvitationId, takeTestURL } = await apiOf(server, apiKey).register(testId, 'ana@example.com');
    const candidate = () => candidateAt(server, takeTestURL);
    await candidate().start();

    const stored = new Map<number, { readonly answer: FileAnswer; readonly bytes: Uint8Array }>();
    for (let kills = 0; kills < 3; kills += 1) {
      const before = stored.size;
      const uploading = (async () => {
        for (let questionId = before + 1; questionId <= 10; questionId += 1) {
          const bytes = text();
          stored.set(questionId, { answer: await candidate().upload(questionId, `${questionId}.txt`, bytes), bytes });
        }
      })().catch(() => undefined);
      await until('two more uploads', () => stored.size >= before + 2 || undefined, { every: 5 });
      await server.kill();
      await uploading;
      server = await servers.start(environment);
    }
    expect(stored.size).toBeGreaterThanOrEqual(6);
    for (const [questionId, { answer }] of stored) await candidate().save(questionId, answer);
    await candidate().submit();
    for (const [questionId, { bytes }] of stored) {
      const url = `${server.url}/manage/v1/invitations/${testInvitationId}/answers/${questionId}/file`;
      const response = await fetch(url, { headers: { 'x-api-key': apiKey } });
      expect([questionId, Buffer.from(bytes).equals(Buffer.from(await response.arrayBuffer()))]).toEqual([questionId, true]);
    }
    // What was on its way when the server was killed is no answer; its file, if there is one, is left to the sweep.
    const files = await readdir(join(directory, 'images'), { recursive: true, withFileTypes: true });
    expect(files.filter((entry) => entry.isFile()).length).toBeLessThanOrEqual(stored.size + 3);
  });
});
