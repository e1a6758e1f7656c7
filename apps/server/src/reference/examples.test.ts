import { readFile, writeFile } from 'node:fs/promises';
import { type Client, createClient, type TestFileInput, verifyCallback } from '@assay/client';
import { CallbackBody, type CandidateOperation, type OperationName, type ReviewPage } from '@assay/domain';
import { answered } from '@assay/operations/testing';
import { testDialects } from '@assay/store/testing';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { picture } from '../testing/images.ts';
import { presentable } from '../testing/recorded-examples.ts';
import { type Call, resultOf, tokenOf, useService } from '../testing/service.ts';
import type { AnyEntry, DescribedName } from './entry.ts';
import { exampleReviewIds } from './examples.ts';
import { described } from './subjects.ts';
import { exampleCallback, exampleHeaders, exampleSignature } from './webhook.ts';

// Sends the example request of every operation to the service, with the client where it is for a key, in an order in which each of them
// works. What it answers is the example answer of the reference: with RECORD_EXAMPLES=1 it is written, without it is compared.
const file = new URL('../../../../packages/domain/src/contract/recorded-answers.json', import.meta.url);
const recording = process.env.RECORD_EXAMPLES === '1';

const byName = new Map(described.map((one) => [one.operation.name, one]));

/** Its id, which the reference names, follows from these bytes, the account and the secret. */
const tables =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><title>Old table, new table</title><rect width="30" height="40"/><rect x="50" width="30" height="40"/></svg>';

const essayTest: TestFileInput = {
  name: 'Operations',
  duration: 30,
  sections: [
    {
      name: 'In your words',
      questions: [
        {
          kind: 'essay',
          prompt: 'What does a log line have to say?\n\nGive an example.',
          words: { max: 300 },
          rubric: [
            {
              criterion: 'Argument',
              levels: ['None', 'One reason', 'Reasons and an example'].map((text, index) => ({ marks: 2 * index, text })),
            },
            {
              criterion: 'Language',
              levels: [
                { marks: 0, text: 'Hard to follow' },
                { marks: 1, text: 'Clear' },
              ],
            },
          ],
        },
        {
          kind: 'file',
          prompt: `Upload the plan of a migration.\n\n![Two tables](data:image/svg+xml;base64,${Buffer.from(tables).toString('base64')})`,
          accept: ['text', 'pdf'],
          rubric: [
            {
              criterion: 'Order',
              levels: [
                { marks: 0, text: 'Loses data' },
                { marks: 3, text: 'Loses none' },
              ],
            },
          ],
        },
      ],
    },
  ],
};

const plan = Buffer.from(
  'Add the column, nullable. Deploy what writes both. Copy in slices. Deploy what reads the new one. Drop the old one.\n',
);

describe.each(testDialects.filter((engine) => engine !== 'pglite'))('the example of, on %s', (engine) => {
  const service = useService({ engine, publicUrl: 'https://assay.example' });
  const recorded: Record<string, unknown> = {};
  let client: Client;
  let takeToken = '';
  let accessKey = '';
  let confirmation = '';
  /** Of this run, by those of the reference: they are random. */
  const reviewIds = new Map<unknown, number>();
  let stored: Record<string, unknown> = {};

  let last: LightMyRequestResponse;
  /** The client of the service: its requests and what it reads are those of an API client. */
  const clientOf = (apiKey: string) =>
    createClient({
      baseUrl: 'https://assay.example',
      apiKey,
      fetch: async (input, init) => {
        const { pathname, search } = new URL(String(input));
        const { method, body } = { method: 'GET', ...init } as Pick<Call, 'method' | 'body'>;
        last = await service.send({ method, url: `${pathname}${search}`, headers: Object.fromEntries(new Headers(init?.headers)), body });
        return new Response(new Uint8Array(last.rawPayload), { status: last.statusCode, headers: last.headers as Record<string, string> });
      },
    });

  const callAsKey = async (name: OperationName, { path, query, body }: AnyEntry): Promise<unknown> => {
    const fields = Object.entries(query ?? {}).map(([field, value]) => [
      field.replace(/_(.)/g, (_, letter) => letter.toUpperCase()),
      value,
    ]);
    const ids = path?.reviewId === undefined ? path : { ...path, reviewId: reviewIds.get(path.reviewId) };
    // The cast holds because the compiler demands of each entry the fields of its operation.
    const method = client[name] as (input: object) => Promise<unknown>;
    return method({ ...ids, ...Object.fromEntries(fields), ...(body as object | undefined) });
  };

  const callAsCandidate = async ({ path, method, body: type }: CandidateOperation, entry: AnyEntry): Promise<void> => {
    const url = path.replace(/\{(\w+)\}/g, (_, field: string) => {
      if (field === 'key') return accessKey;
      if (field === 'token') return path.startsWith('/join/confirm/') ? confirmation : takeToken;
      return String(entry.path?.[field]);
    });
    const query = new URLSearchParams(Object.entries(entry.query ?? {}).map(([field, value]) => [field, String(value)])).toString();
    const raw = typeof type === 'string' ? { headers: { 'content-type': type }, body: type === 'image/jpeg' ? await picture() : plan } : {};
    last = await service.send({ method, url: `${url}${query && `?${query}`}`, body: entry.body, ...raw });
  };

  const call = async (name: DescribedName): Promise<unknown> => {
    const one = byName.get(name);
    if (one === undefined) throw new Error(`nothing describes ${name}`);
    const { result } = one.operation;
    const read = one.by === 'key' ? await callAsKey(name as OperationName, one.entry) : await callAsCandidate(one.operation, one.entry);
    if (typeof result === 'string') {
      const type = result === 'image/*' ? 'image/svg+xml' : result;
      expect([last.statusCode, last.headers['content-type']?.split(';')[0]], name).toEqual([200, type]);
      expect(last.rawPayload.length).toBeGreaterThan(100);
      return undefined;
    }
    const wire = resultOf<object>(last);
    if (one.by === 'key') expect(read, name).toEqual(wire);
    // Reading would drop a field that the schema lacks.
    expect(z.parse(result, wire), name).toMatchObject(wire);
    recorded[name] = presentable(wire);
    return wire;
  };

  const sent = new Set<string>();
  const run = async (...names: DescribedName[]): Promise<unknown> => {
    let result: unknown;
    for (const name of names) {
      result = await call(name);
      sent.add(name);
    }
    return result;
  };

  beforeAll(async () => {
    const accountId = await service.mintAccount();
    client = clientOf(await service.mintKey(accountId));
    service.outbound.receive('gone.example', async () => answered(410, { response: 'gone' }));

    ({ accessKey } = (await run('importTest')) as { accessKey: string });
    await run('listTests', 'getTest', 'getManagedTest', 'exportTest', 'previewTest', 'listTestVersions');
    const link = (await run('createTestLink')) as { testLinkAccessKey: string };
    await run('updateTestLink', 'getTestLink', 'listTestLinks', 'getLinkSettings');

    // Invitations: 1 Ana, by API v2; 2 Ben, by a link with webcam images; 3 Eve, who joins; 4 Chen, by mail; 5 Dana, of a list.
    const { takeTestURL } = (await run('registerCandidate')) as { takeTestURL: string };
    const ofAna = tokenOf(takeTestURL);
    const { testUrl } = (await run('registerCandidateByLink')) as { testUrl: string };
    const ofBen = tokenOf(testUrl);
    await run('getJoinState', 'joinTest');
    const chen = (await run('inviteCandidate')) as { invitation: { takeTestURL: string } };
    const ofChen = tokenOf(chen.invitation.takeTestURL);
    await run('sendInvitationEmail');

    takeToken = ofAna;
    await run('startAttempt', 'saveAnswer', 'savePlace', 'issueTicket', 'runCode', 'getLanguages');
    service.clock.advance(10 * 60_000);
    await run('recordEdits', 'recordEvents', 'getAttempt');
    for (const [questionId, answer] of [
      [2, 8],
      [3, 'const'],
      [4, { language: 'javascript', source: 'const add = (a, b) => a + b;' }],
    ] as const) {
      const body = { answer, revision: 1, base: 0, sessionId: 'page-5f2c81d0' };
      resultOf(await service.take(ofAna, { method: 'PUT', path: `answers/${questionId}`, body }));
    }
    await run('submitAttempt');
    takeToken = ofBen;
    resultOf(await service.start(ofBen));
    await run('recordCamera', 'saveImage', 'listImages', 'getImage', 'giveExtraTime');
    takeToken = ofAna;

    await service.grade();
    await service.generate();
    await service.deliver();
    await run(
      'getReport',
      'getSectionReports',
      'getSkillReports',
      'getInvitationReport',
      'getTestStatistics',
      'exportStatisticsPdf',
      'exportReportPdf',
      'exportReportExcel',
    );
    await run('listAnswers', 'exportAnswersPdf', 'exportAnswersExcel', 'listSubmissions', 'exportSubmissionsPdf', 'exportReportBundle');
    await run('compareCandidates', 'exportComparisonPdf', 'listSimilarSubmissions');
    await run('listManagedTests', 'listInvitations', 'getInvitation', 'listDeliveries', 'getDelivery', 'redeliverDelivery');
    await run(
      'getInvitationTimeline',
      'previewRegrade',
      'regradeTest',
      'getRegrade',
      'revokeReportUrl',
      'resetInvitation',
      'reattemptInvitation',
    );

    // Chen completes, and the receiver of that callback is gone.
    await service.complete(ofChen, { 1: 'a' });
    await service.grade();
    await service.generate();
    await service.deliver();
    await run('redeliverFailed', 'inviteCandidates', 'cancelInvitation');

    await run('updateLinkSettings');
    accessKey = link.testLinkAccessKey;
    resultOf(
      await service.send({ method: 'POST', url: `/join/${accessKey}`, body: { emailId: 'finn@example.com', fullName: 'Finn Berg' } }),
    );
    await service.deliver();
    const [mail] = service.outbound.emailsTo('finn@example.com');
    confirmation = mail?.kind === 'confirmation-email' ? tokenOf(mail.confirmUrl) : '';
    await run('getConfirmation', 'confirmJoin');
    await run('duplicateTest', 'setTestStatus');
    await run('listCallbackSecrets', 'rotateCallbackSecret', 'sendSampleCallback');
    await run('listTimeZones', 'createApiKey', 'rotateApiKey', 'revokeApiKey', 'listApiKeys');
    await run('updateAccount', 'getAccount', 'getAccountQuotas', 'getLogo', 'listAudit');

    const { testId } = await client.importTest(essayTest);
    takeToken = tokenOf((await client.registerCandidate({ testId, emailId: 'gil@example.com', fullName: 'Gil Example' })).takeTestURL);
    resultOf(await service.start(takeToken));
    const uploaded = await run('saveFile');
    await run('getPicture', 'getSealedPicture');
    const words = 'Nobody reads a log that says everything. Ours says what a person has to do.';
    await service.complete(takeToken, { 1: words, 2: uploaded });
    const page = (await run('listReviews')) as ReviewPage;
    // Those of a day come in the order of their random ids.
    const reviews = page.reviews.toSorted((one, other) => one.questionId - other.questionId);
    recorded.listReviews = presentable({ ...page, reviews });
    for (const { reviewId, questionId } of reviews) reviewIds.set(exampleReviewIds[questionId - 1], reviewId);
    await run('getReviewFile', 'getAnswerFile', 'claimReview', 'gradeReview', 'getReview');
    if (recording) await writeFile(file, `${JSON.stringify(recorded, null, 2)}\n`);
    stored = JSON.parse(await readFile(file, 'utf8'));
  });

  it.each([...byName.keys()])('%s works, and its answer is the documented one', (name) => {
    expect(sent).toContain(name);
    expect(recorded[name]).toEqual(stored[name]);
  });

  it('the callback is the one that the service sends', () => {
    const [callback] = service.outbound.callbacks;
    expect(presentable(JSON.parse(callback?.body ?? 'null'))).toEqual(exampleCallback);
    expect(CallbackBody.safeParse(exampleCallback).success).toBe(true);
  });

  it('the signature of the callback fits the first secret of the reference', async () => {
    const { secrets } = stored.rotateCallbackSecret as { secrets: { secret: string }[] };
    const headers = { ...exampleHeaders, 'webhook-signature': exampleSignature };
    const now = Number(exampleHeaders['webhook-timestamp']) * 1000;
    const read = await verifyCallback({ headers, body: JSON.stringify(exampleCallback), secret: secrets[0]?.secret ?? '', now });
    expect(read).toMatchObject({ TestInvitationId: 1 });
  });
});
