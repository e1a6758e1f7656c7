import { AssayRefusal, type Client, type Download, type TestLinkInput } from '@assay/client';
import { describe, expect } from 'vitest';
import { accountEmail } from './support/account.ts';
import { candidateAt } from './support/candidate.ts';
import { everyKind, methodsOf, talk } from './support/client.ts';
import { answerAll, generatedReport } from './support/client-candidate.ts';
import { it, type Service } from './support/service.ts';

const utc = (instant: number): string => new Date(instant).toISOString().slice(0, 19);
const day = 24 * 60 * 60_000;
const bounds = { startDateTime: utc(Date.now() - day), endDateTime: utc(Date.now() + day) };

/** One link of each access mode. */
const links: readonly TestLinkInput[] = [
  { testLinkName: 'Any time', accessTime: 0, timeZoneId: 190, emailToStakeholder: null },
  { testLinkName: 'Two days', accessTime: 1, timeZoneId: 190, ...bounds, inviteCandidateOnly: 1 },
  { testLinkName: 'Every day', accessTime: 2, timeZoneId: 190, ...bounds, imageProctoring: 1, emailToStakeholder: 'boss@example.com' },
];

const walkLinks = async (client: Client, testId: number) => {
  const made = [];
  for (const body of links) {
    const created = await client.createTestLink({ testId, ...body });
    expect(created).toEqual({
      testLinkId: expect.any(Number),
      testId,
      testLinkAccessKey: expect.stringMatching(/./),
      startDateTime: null,
      endDateTime: null,
      inviteCandidateOnly: 0,
      imageProctoring: 0,
      emailToStakeholder: accountEmail,
      testLinkStatus: 1,
      ...body,
    } satisfies Record<keyof typeof created, unknown>);

    const disabled = await client.updateTestLink({ ...created, testLinkName: `${body.testLinkName}, later`, testLinkStatus: 3 });
    expect(disabled).toEqual({ ...created, testLinkName: `${body.testLinkName}, later`, testLinkStatus: 3 });
    const who = { testId, testLinkId: created.testLinkId, emailId: 'ana@example.com', fullName: 'Ana' };
    await expect(client.registerCandidateByLink(who)).rejects.toMatchObject({ name: 'AssayRefusal', statuscode: '409.1' });
    const enabled = await client.updateTestLink({ ...disabled, testLinkStatus: 1 });
    expect(await client.getTestLink({ testId, testLinkId: created.testLinkId })).toEqual(enabled);

    const registered = await client.registerCandidateByLink(who);
    expect(registered).toEqual({
      testInvitationId: expect.any(Number),
      testUrl: expect.stringContaining('/take/'),
      testAccessTime: expect.stringContaining(body.accessTime === 0 ? 'at any time' : 'India Standard Time'),
    });
    made.push({ link: enabled, ...registered });
  }
  const { testLinks } = await client.listTestLinks({ testId });
  expect(testLinks).toEqual(made.map(({ link }) => link).toReversed());
  const first = made[0]?.link;
  if (first === undefined) throw new Error('no link was made');
  // The mode is a field like the others: a link without dates gets them, and loses them again.
  const bounded = await client.updateTestLink({ ...first, accessTime: 1, ...bounds });
  expect(bounded).toEqual({ ...first, accessTime: 1, ...bounds });
  expect(await client.updateTestLink({ ...bounded, accessTime: 0 })).toEqual(first);
  return made;
};

const hex = (bytes: Uint8Array, length: number): string => Buffer.from(bytes.subarray(0, length)).toString('hex');

const piecesOf = async ({ stream }: Download): Promise<Uint8Array[]> => {
  const pieces = [];
  for await (const piece of stream) pieces.push(piece);
  return pieces;
};

const walkReports = async (client: Client, testId: number, testInvitationId: number) => {
  const report = await generatedReport(client, testInvitationId);
  expect(report).toEqual({
    emailId: 'bo@example.com',
    fullName: 'Bo Østergård',
    timeTaken: expect.any(Number),
    testName: 'Every kind',
    duration: 45,
    questions: 4,
    attemptedOn: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
    totalScore: '7',
    score: '7',
    wv: 0,
    tv: 0,
    testStatus: 'Completed',
    reportStatus: 'Generated',
  });
  expect(await client.getSectionReports({ testInvitationId })).toEqual([
    { sectionName: 'Choices', sectionScore: 4, candidateScore: 4 },
    { sectionName: 'Words', sectionScore: 3, candidateScore: 3 },
  ]);

  const pdf = await client.exportReportPdf({ testInvitationId });
  expect(pdf).toMatchObject({ contentType: 'application/pdf', fileName: expect.stringMatching(/\.pdf$/) });
  const bytes = await pdf.bytes();
  expect(hex(bytes, 5)).toBe(Buffer.from('%PDF-').toString('hex'));
  expect(Buffer.from(bytes.slice(-16)).toString('latin1')).toContain('%%EOF');

  const excel = await client.exportReportExcel({ testId });
  expect(excel.contentType).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  expect(excel.fileName).toMatch(/\.xlsx$/);
  const sheet = Buffer.concat(await piecesOf(excel));
  expect(hex(sheet, 4)).toBe('504b0304');
  // The end of a ZIP's directory, which is written last.
  expect(sheet.lastIndexOf('PK\u0005\u0006')).toBeGreaterThan(sheet.length - 100);
};

const walkInvitations = async (service: Service, client: Client, testId: number) => {
  const who = { testId, emailId: 'bo@example.com', fullName: 'Bo Østergård', callbackURL: service.receiver.url };
  const registered = await client.registerCandidate(who);
  expect(registered).toEqual({ testInvitationId: expect.any(Number), takeTestURL: expect.stringContaining(`${service.server.url}/take/`) });
  const { testInvitationId } = registered;
  expect(await client.cancelInvitation({ testInvitationId, testId })).toEqual({ testInvitationId, status: 'cancelled' });
  const again = await client.registerCandidate(who);
  expect(again.testInvitationId).toBe(testInvitationId);
  expect(again.takeTestURL).not.toBe(registered.takeTestURL);

  expect(await client.getReport({ testInvitationId })).toMatchObject({ testStatus: 'Pending', score: null, attemptedOn: null });
  await expect(client.exportReportPdf({ testInvitationId })).rejects.toMatchObject({ name: 'AssayRefusal', statuscode: '409.1' });
  await answerAll(service, again.takeTestURL);
  await walkReports(client, testId, testInvitationId);

  const reattempt = await client.reattemptInvitation({ testInvitationId });
  expect(reattempt.testInvitationId).toBeGreaterThan(testInvitationId);
  expect(await candidateAt(service.server, reattempt.takeTestURL).attempt()).toMatchObject({ status: 'Pending' });
  await expect(client.cancelInvitation({ testInvitationId })).rejects.toThrow(AssayRefusal);
};

describe('the client and API v2 of a real server', () => {
  it('every operation answers a value, and the whole job can be done with them', async ({ service }) => {
    const { client, answered } = talk(service);
    const { testId, accessKey } = await client.importTest(everyKind);
    const listed = { testId, testName: 'Every kind', accessKey, duration: 45, questions: 4, testStatus: 'Active' };
    const { tests, testsCount } = await client.listTests({ pageSize: 1 });
    expect(tests).toEqual([listed]);
    expect(testsCount).toBeGreaterThan(1);
    expect(await client.getTest({ testId: String(testId) })).toEqual({
      ...listed,
      sections: [
        { sectionName: 'Choices', sectionType: expect.stringMatching(/general/i), questions: 2, duration: 20 },
        { sectionName: 'Words', sectionType: expect.stringMatching(/general/i), questions: 2, duration: 0 },
      ],
    });

    const [anyTime] = await walkLinks(client, testId);
    await answerAll(service, anyTime?.testUrl ?? '');
    await walkInvitations(service, client, testId);

    const { v2 } = await methodsOf(service);
    expect(v2).toHaveLength(14);
    expect(v2.filter((name) => !answered.has(name))).toEqual([]);
    expect(service.server.errors).toEqual([]);
  });
});
