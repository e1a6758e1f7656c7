import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { createClient, type TestFileInput } from '@assay/client';
import type { Desk } from './desk.ts';
import { exchange } from './exchange.ts';
import { addressOf } from './grounds.ts';

/** The smaller one is read by the thread that answers requests, the larger one by a thread of its own. */
const sizes = { 'import 4 KB': 20, 'import 130 KB': 650 } as const;

const importedFile = (key: string, questions: number): TestFileInput => ({
  key,
  name: `Imported ${randomBytes(6).toString('hex')}`,
  duration: 30,
  sections: [
    {
      name: 'Only',
      questions: Array.from({ length: questions }, (_, index) => ({
        kind: 'numeric' as const,
        prompt: `Write **${index}**: \`a${index} + 0\`. ${'And explain nothing. '.repeat(6)}`,
        answer: index,
      })),
    },
  ],
});

/** Registers, lists, reads a report, exports Excel and imports tests, with the client and its retries. */
export const workAsRecruiter = async ({ grounds: { url, honest }, acknowledged, timed, isOver, retried }: Desk): Promise<void> => {
  const agent = new Agent({ keepAlive: true, localAddress: addressOf(1) });
  const client = createClient({
    baseUrl: url,
    apiKey: honest.key,
    retry: { attempts: 10 },
    fetch: async (address, { method, headers, body, signal }) => {
      const {
        status,
        headers: received,
        bytes,
      } = await exchange(address, {
        agent,
        ...(method === undefined ? {} : { method }),
        headers: Object.fromEntries(new Headers(headers)),
        ...(typeof body === 'string' ? { body } : {}),
        ...(signal == null ? {} : { signal }),
      });
      if (status === 429 || status >= 500) retried();
      return new Response(new Uint8Array(bytes), { status, headers: received });
    },
  });
  const { testId, finished } = honest.past;
  for (let round = 0; !isOver(); round += 1) {
    const emailId = `invited-${randomBytes(8).toString('hex')}@example.com`;
    const { testInvitationId } = await timed('register', () => client.registerCandidate({ testId, emailId, fullName: 'Bo Invited' }));
    acknowledged.invited.push(testInvitationId);
    await timed('list', () => client.listInvitations({ testId, limit: 50 }));
    await timed('report', () => client.getReport({ testInvitationId: finished[round % finished.length] ?? 0 }));
    await timed('Excel', async () => (await client.exportReportExcel({ testId })).bytes());
    for (const [operation, questions] of Object.entries(sizes)) {
      const { version } = await timed(operation, () => client.importTest(importedFile(`of-${questions}`, questions)));
      acknowledged.versions[`of-${questions}`] = version;
    }
  }
};
