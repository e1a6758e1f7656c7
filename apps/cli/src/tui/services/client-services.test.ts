import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { invitationReport } from '../../testing/reports.ts';
import { type RecordedRequest, type Routes, refuse, routedClient } from '../../testing/routed-fetch.ts';
import * as sample from '../testing/samples.ts';
import { servicesOf } from './client-services.ts';

const { signal } = new AbortController();

const nothingOpens = async (): Promise<void> => {
  throw new Error('spawn xdg-open ENOENT');
};

const serve = (routes: Routes, openUrl: (target: string) => Promise<void> = nothingOpens) => {
  const { client, requests } = routedClient({ 'GET /manage/v1/account': () => account, ...routes });
  return { services: servicesOf(client, { open: openUrl, temporary: async () => tmpdir() }), requests };
};

const account = {
  accountId: 1,
  name: 'Acme',
  email: 'hiring@acme.example',
  timeZone: 'UTC',
  support: null,
  privacy: null,
  receipts: 'mailed',
  lateMinutes: 10,
  color: null,
  logo: null,
  tests: 1,
  createdAt: '2026-11-21T12:00:00.000Z',
  publicUrl: 'https://assay.example',
  scopes: ['read'],
};

const managedTest = sample.test();
const wireLink = {
  testLinkId: 31,
  testId: 7,
  testLinkName: 'Spring intake',
  testLinkAccessKey: 'abc123',
  accessTime: 1,
  startDateTime: '2026-11-20T03:30:00',
  endDateTime: '2026-11-30T12:30:00',
  timeZoneId: 190,
  inviteCandidateOnly: 0,
  imageProctoring: 0,
  emailToStakeholder: null,
  testLinkStatus: 1,
};

describe('a test', () => {
  const details = { testId: 7, testName: 'Web fundamentals', accessKey: 'wk3', duration: 45, questions: 20, testStatus: 'Active' };
  const sections = [{ sectionName: 'Markup', sectionType: 'General Questions', questions: 12, duration: 25 }];
  const routes: Routes = {
    'GET /manage/v1/tests/7': () => managedTest,
    'GET /v2/org/tests/7': () => ({ ...details, sections }),
    'GET /v2/org/tests/7/testlinks': () => ({ testLinks: [wireLink] }),
  };

  it('has its counts, its sections, and its links with instants for dates', async () => {
    const { services } = serve(routes);
    expect(await services.getTest({ testId: 7 }, signal)).toEqual({ test: managedTest, sections, links: [sample.link()] });
  });

  it('that is archived is not requested in API v2, which does not have it', async () => {
    const { services, requests } = serve({ ...routes, 'GET /manage/v1/tests/7': () => ({ ...managedTest, status: 'Archived' }) });
    expect(await services.getTest({ testId: 7 }, signal)).toMatchObject({ test: { status: 'Archived' }, sections: [], links: [] });
    expect(requests.filter(({ route }) => route.includes('/v2/'))).toEqual([]);
  });
});

describe('a test link', () => {
  const echo = ({ body }: RecordedRequest): unknown => ({
    ...wireLink,
    emailToStakeholder: null,
    startDateTime: null,
    endDateTime: null,
    ...(body as object),
  });
  const { testLinkId, testId, joinUrl, ...fields } = sample.link();

  it('is created with UTC date-times, without the email when it was not changed', async () => {
    const { services, requests } = serve({ 'POST /v2/org/tests/7/testlinks': echo });
    const link = { ...fields, active: false, inviteCandidateOnly: true, emailToStakeholder: undefined };
    expect(await services.saveLink({ testId, testLinkId: null, link }, signal)).toEqual(
      sample.link({ active: false, inviteCandidateOnly: true }),
    );
    const { testLinkId: _, testId: __, testLinkAccessKey: ___, emailToStakeholder, ...sent } = wireLink;
    expect(requests.at(-1)?.body).toEqual({ ...sent, inviteCandidateOnly: 1, testLinkStatus: 3 });
  });

  it('is updated in place, without dates when it is open at any time, and null removes its email', async () => {
    const { services, requests } = serve({ 'POST /v2/org/tests/7/testlinks/31': echo });
    const link = { ...fields, accessTime: 0 as const, startDateTime: null, endDateTime: null, emailToStakeholder: null };
    const saved = await services.saveLink({ testId, testLinkId, link }, signal);
    expect(saved).toMatchObject({ accessTime: 0, startDateTime: null, endDateTime: null });
    expect(requests.at(-1)?.body).toMatchObject({ accessTime: 0, emailToStakeholder: null });
    expect(Object.keys(requests.at(-1)?.body as object)).not.toContain('startDateTime');
  });
});

describe('a report', () => {
  const { generated, ...report } = sample.report({
    generated: invitationReport({ group: { candidates: 40, percentile: 62, meanPercent: 55.3 } }),
  });
  const of = { testInvitationId: 501 };
  const routes: Routes = {
    'GET /v2/org/report/501': () => report,
    'GET /manage/v1/invitations/501/report': () => generated,
  };

  it('has its sections once it is generated', async () => {
    expect(await serve(routes).services.getReport(of, signal)).toEqual({ ...report, generated });
    const pending = { ...report, reportStatus: 'Pending', score: null, timeTaken: null, attemptedOn: null };
    const { services, requests } = serve({ ...routes, 'GET /v2/org/report/501': () => pending });
    expect((await services.getReport(of, signal)).generated).toBeNull();
    expect(requests).toHaveLength(1);
  });

  it('of an attempt that is reset meanwhile is not generated; other refusals are thrown', async () => {
    const respond = (statuscode: string) =>
      serve({ ...routes, 'GET /manage/v1/invitations/501/report': () => refuse(statuscode, 'No.') }).services.getReport(of, signal);
    expect((await respond('409.1')).generated).toBeNull();
    await expect(respond('403.1')).rejects.toMatchObject({ statuscode: '403.1' });
  });
});

describe('files', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'assay-services-'));
    vi.stubEnv('TMPDIR', directory);
    vi.stubEnv('HOME', directory);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(directory, { recursive: true });
  });

  const of = { testInvitationId: 501, document: 'report' as const };
  const pdf = (body: string | ReadableStream<Uint8Array>) => ({
    'GET /v2/org/report/501/pdf': () => new Response(body, { headers: { 'content-type': 'application/pdf' } }),
  });
  const files = async (): Promise<string[]> => (await readdir(directory, { recursive: true })).filter((name) => name.includes('.'));

  it('a PDF is complete when the desktop opens it, in the directory that is removed at the end', async () => {
    const opened: string[] = [];
    const { services } = serve(pdf('%PDF-1.7'), async (target) => void opened.push(`${target}: ${await readFile(target, 'utf8')}`));
    await services.openReport(of, signal);
    expect(opened).toEqual([`${join(directory, 'invitation-501.pdf')}: %PDF-1.7`]);
  });

  it('a PDF that no program opens is removed at once, and the failure says how to save it', async () => {
    const { services } = serve(pdf('%PDF-1.7'));
    await expect(services.openReport(of, signal)).rejects.toMatchObject({
      message: expect.stringContaining('xdg-open'),
      next: 'p saves it as a file.',
    });
    expect(await files()).toEqual([]);
  });

  it('a PDF is saved where the person says, a directory gets it by its own name, and a file with content is not overwritten unasked', async () => {
    const { services } = serve(pdf('%PDF-1.7'));
    const path = join(directory, 'ana.pdf');
    const save = (typed: string, overwrite = false) => services.saveReport({ ...of, path: typed, overwrite }, signal);
    expect(await save('~/ana.pdf')).toEqual({ saved: true, path, bytes: 8 });
    await writeFile(path, 'before');
    expect(await save('~/ana.pdf')).toEqual({ saved: false, path });
    expect(await readFile(path, 'utf8')).toBe('before');
    expect(await save(path, true)).toMatchObject({ saved: true });
    expect(await readFile(path, 'utf8')).toBe('%PDF-1.7');
    expect(await save('~')).toMatchObject({ saved: true, path: join(directory, 'invitation-501.pdf') });
  });

  it('the PDF of candidates side by side is ranked by the section of the screen', async () => {
    const compared = { document: 'comparison', testId: 7, invitations: [503, 501], path: '~', overwrite: false } as const;
    const requests: string[] = [];
    const { services } = serve({
      'GET /manage/v1/tests/7/comparison.pdf': ({ query }: RecordedRequest) => {
        requests.push(`${query.invitations} ${query.by}`);
        return new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } });
      },
    });
    expect(await services.saveReport({ ...compared, by: null }, signal)).toMatchObject({ path: join(directory, 'comparison-7.pdf') });
    await services.saveReport({ ...compared, by: 'Markup', overwrite: true }, signal);
    expect(requests).toEqual(['503,501 undefined', '503,501 Markup']);
  });

  it('an incomplete PDF is neither kept nor opened', async () => {
    const opened: string[] = [];
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('%PDF')),
      pull: (controller) => controller.error(new Error('the line broke')),
    });
    const { services } = serve(pdf(broken), async (target) => void opened.push(target));
    await expect(services.openReport(of, signal)).rejects.toThrow();
    expect([...opened, ...(await files())]).toEqual([]);
  });

  const bulk = 'POST /manage/v1/tests/7/invitations/bulk';
  const csv = { testId: 7, testLinkId: null };
  /** Looks up: the first of each request is invited already, the others are new. */
  const foresee = ({ body }: RecordedRequest) => ({
    results: (body as { candidates: readonly unknown[] }).candidates.map((_, index) => ({
      index,
      ok: true,
      outcome: index === 0 ? 'already-invited' : 'invited',
      finished: false,
      invitation: null,
      email: null,
      error: null,
    })),
  });

  it('candidates are read from a path as a shell or a file manager writes it', async () => {
    await writeFile(join(directory, 'new ones.csv'), 'emailId,fullName\nana@example.com,Ana Núñez\n');
    const { services } = serve({ [bulk]: foresee });
    for (const path of ['~/new ones.csv', join(directory, 'new ones.csv'), `'${join(directory, 'new ones.csv')}'`])
      expect((await services.readCandidates({ path, ...csv }, signal)).candidates).toEqual([
        { line: 2, emailId: 'ana@example.com', fullName: 'Ana Núñez', sendEmail: true },
      ]);
    await expect(services.readCandidates({ path: 'none.csv', ...csv }, signal)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('candidates of a file are looked up by dry runs of 500, by the link of the screen unless a row names one', async () => {
    const rows = Array.from({ length: 500 }, (_, place) => `c${place}@example.com,C,\n`).join('');
    await writeFile(join(directory, 'c.csv'), `email,name,link\na@example.com,A,9\n${rows}`);
    const { services, requests } = serve({ [bulk]: foresee });
    const { foreseen } = await services.readCandidates({ path: '~/c.csv', testId: 7, testLinkId: 31 }, signal);
    expect(foreseen.map(({ outcome }) => outcome).flatMap((outcome, place) => (outcome === 'invited' ? [] : [place]))).toEqual([0, 500]);
    expect(requests.map(({ body }) => body)).toMatchObject([
      {
        dryRun: true,
        candidates: [
          { emailId: 'a@example.com', testLinkId: 9, revive: false },
          { emailId: 'c0@example.com', testLinkId: 31 },
        ].concat(Array.from({ length: 498 }, () => expect.anything())),
      },
      { dryRun: true, candidates: [{ emailId: 'c499@example.com' }] },
    ]);
  });

  it('faulty rows are written beside their file', async () => {
    await writeFile(join(directory, 'c.csv'), 'email,name\nana,Ana\n');
    const { services } = serve({});
    const { cells, faults } = await services.readCandidates({ path: '~/c.csv', ...csv }, signal);
    expect(await services.writeFaulty({ path: '~/c.csv', cells, faults }, signal)).toEqual({ path: join(directory, 'c-faulty.csv') });
    expect(await services.writeFaulty({ path: '~/c.csv', cells, faults }, signal)).toEqual({ path: join(directory, 'c-faulty-2.csv') });
    expect(await readFile(join(directory, 'c-faulty.csv'), 'utf8')).toContain('emailId: must be an email address,ana,Ana');
  });
});

describe('lists', () => {
  it('tests come active first, page by page, filtered by the search', async () => {
    const pages: Readonly<Record<string, { testId: number; nextCursor: string | null }>> = {
      'Active ': { testId: 9, nextCursor: '9' },
      'Active 9': { testId: 7, nextCursor: null },
      'Inactive ': { testId: 8, nextCursor: null },
    };
    const { services, requests } = serve({
      'GET /manage/v1/tests': ({ query }) => {
        if (query.status === undefined) return { tests: [], nextCursor: null, total: 3 };
        const { testId, nextCursor } = pages[`${query.status} ${query.cursor ?? ''}`] ?? { testId: 0, nextCursor: null };
        return { tests: [sample.test({ testId, status: query.status as 'Active' })], nextCursor };
      },
    });
    const seen: string[] = [];
    const totals: unknown[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof services.listTests>> = await services.listTests({ search: 'web', cursor }, signal);
      seen.push(...page.tests.map(({ status, testId }) => `${status} ${testId}`));
      totals.push(page.total);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(['Active 9', 'Active 7', 'Inactive 8']);
    expect(totals).toEqual([3, undefined, undefined]);
    expect(requests.every(({ query }) => query.search === 'web')).toBe(true);
  });

  it('deliveries come state by state, failed first, each page by the cursor of the one before', async () => {
    const { services, requests } = serve({
      'GET /manage/v1/deliveries': ({ query: { state, cursor } }) =>
        state === undefined
          ? { deliveries: [], nextCursor: null, total: 5 }
          : {
              deliveries: [sample.delivery({ state: state as 'failed', deliveryId: cursor === undefined ? 900 : 800 })],
              nextCursor: state === 'failed' && cursor === undefined ? '900' : null,
            },
    });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof services.listDeliveries>> = await services.listDeliveries({ testId: 7, cursor }, signal);
      seen.push(...page.deliveries.map(({ state, deliveryId }) => `${state} ${deliveryId}`));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(['failed 900', 'failed 800', 'pending 900', 'waiting 900', 'delivered 900']);
    expect(requests.every(({ query }) => query.testId === '7')).toBe(true);
  });

  it('invitations are requested with the search and the status that are set, and without those that are not', async () => {
    const { services, requests } = serve({ 'GET /manage/v1/tests/7/invitations': () => ({ invitations: [], nextCursor: null }) });
    await services.listInvitations({ testId: 7, cursor: null, search: '', status: null }, signal);
    await services.listInvitations({ testId: 7, cursor: '41', search: 'ana', status: 'Completed' }, signal);
    expect(requests.map(({ query }) => query)).toEqual([
      { limit: '100' },
      { limit: '100', cursor: '41', search: 'ana', status: 'Completed' },
    ]);
  });
});
