import type { Client, Download, TestFileInput, TestLinkInput } from '@assay/client';
import { inParallel, until } from '@assay/testing';
import { describe, expect } from 'vitest';
import { accountEmail, privacy, support } from './support/account.ts';
import { receiptSent } from './support/api.ts';
import { type Candidate, candidateAt } from './support/candidate.ts';
import { itemsOf, recordingClient } from './support/client.ts';
import { generatedReport } from './support/client-candidate.ts';
import { eightyQuestions, eightyQuestionsFile } from './support/eighty-questions.ts';
import { it } from './support/service.ts';

const secondsText = (at: number): string => new Date(at).toISOString().slice(0, 19);

/** `23-Feb-2018 04:16 PM` as a clock in India shows it, half past five hours ahead of UTC all year. */
const inIndia = (at: number): string => {
  const local = new Date(at + (5 * 60 + 30) * 60_000);
  const month = 'JanFebMarAprMayJunJulAugSepOctNovDec'.slice(local.getUTCMonth() * 3, local.getUTCMonth() * 3 + 3);
  const two = (value: number) => String(value).padStart(2, '0');
  const hour = local.getUTCHours();
  const clock = `${two(hour % 12 === 0 ? 12 : hour % 12)}:${two(local.getUTCMinutes())} ${hour < 12 ? 'AM' : 'PM'}`;
  return `${two(local.getUTCDate())}-${month}-${local.getUTCFullYear()} ${clock}`;
};

/** Hundredths in the notation of the API: `14.76`, `0.5`, `-3`. */
const marksText = (hundredths: number): string => String(hundredths / 100);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const planned = eightyQuestions.flatMap((section) => section.planned);

const saveEverything = async (candidate: Candidate): Promise<void> => {
  const questions = planned.map(({ saves }, index) => ({ questionId: index + 1, saves }));
  await inParallel(questions, 8, async ({ questionId, saves }) => {
    for (const [index, answer] of saves.entries()) {
      expect(await candidate.save(questionId, answer, index + 1)).toMatchObject({ accepted: true, revision: index + 1 });
    }
    // A request that was overtaken on its way arrives last and must not undo the newer answer.
    if (saves.length > 1) expect(await candidate.save(questionId, null, 1)).toMatchObject({ accepted: false, revision: saves.length });
  });
};

/** The device's clock is three hours slow. */
const deviceClock = () => Date.now() - 3 * 3_600_000;

/** Leaves the window thrice; the last time for good. Resolves with the server's time of that. */
const leaveTheWindow = async (candidate: Candidate, startedAt: number): Promise<number> => {
  await candidate.at(startedAt + 1_000);
  const sentAt = deviceClock();
  const away = {
    sentAt,
    events: [
      { eventId: 'left-1', type: 'left', at: sentAt - 900 },
      { eventId: 'back-1', type: 'returned', at: new Date(sentAt - 200).toISOString() },
    ],
  };
  expect(await candidate.events(away)).toEqual({ recorded: 2 });
  expect(await candidate.events({ ...away, sentAt: deviceClock() })).toEqual({ recorded: 0 });

  // Both claims are of a time before the start, so both count as of the start: left once, for no time.
  const before = deviceClock();
  const earlier = [
    { eventId: 'left-1', type: 'left', at: before - 900 },
    { eventId: 'left-2', type: 'left', at: before - 3_600_000 },
    { eventId: 'back-2', type: 'returned', at: before - 3_000_000 },
  ];
  expect(await candidate.events({ sentAt: before, events: earlier })).toEqual({ recorded: 2 });

  // Without `sentAt` a time is taken as the server's, so this one is known to the millisecond.
  const leftAt = Date.parse((await candidate.attempt()).serverTime);
  expect(await candidate.events({ events: [{ type: 'left', at: leftAt }] })).toEqual({ recorded: 1 });
  return leftAt;
};

const day = 24 * 60 * 60_000;
const bounds = { startDateTime: secondsText(Date.now() - day), endDateTime: secondsText(Date.now() + day) };

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

const checkDownloads = async (client: Client, testId: number, testInvitationId: number) => {
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

describe('the main job, from a test file to a report', () => {
  it('is done with API v2, and gives the exact score, sections, violations and times of 80 known answers', async ({ service }) => {
    const { api, server } = service;
    const { client } = recordingClient(service);

    // The author imports a test.
    const test = await client.importTest(eightyQuestionsFile as TestFileInput);
    expect(test).toMatchObject({ testName: 'Eighty questions', status: 'Active', questions: 80, duration: 90, totalScore: '70.3' });
    const { testId } = test;
    const ids = (await itemsOf(client.paginateTests({ pageSize: 1 }))).map((one) => one.testId);
    expect(ids).toEqual([testId, ...ids.slice(1).sort((a, b) => b - a)]);
    expect((await client.listTests({ pageSize: 1 })).testsCount).toBe(ids.length);
    expect(await client.getTest({ testId: String(testId) })).toMatchObject({
      testId,
      accessKey: test.accessKey,
      testStatus: 'Active',
      sections: eightyQuestions.map(({ name, duration, planned: { length } }) => ({
        sectionName: name,
        sectionType: 'General Questions',
        questions: length,
        duration,
      })),
    });

    // The recruiter makes a time-bound link in Indian time and registers a candidate by it.
    const startsAt = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
    const endsAt = startsAt + 2 * 3_600_000;
    await walkLinks(client, testId);
    const link = await client.createTestLink({
      testId,
      testLinkName: 'Autumn',
      accessTime: 1,
      timeZoneId: 190,
      startDateTime: secondsText(startsAt),
      endDateTime: secondsText(endsAt),
    });
    expect(link).toMatchObject({ testId, accessTime: 1, timeZoneId: 190, startDateTime: secondsText(startsAt), testLinkStatus: 1 });
    const registered = await client.registerCandidateByLink({
      testId,
      testLinkId: link.testLinkId,
      emailId: 'Ana.Núñez@example.com',
      fullName: 'Ana Núñez',
      redirectURL: 'https://ats.example/done',
    });
    const id = registered.testInvitationId;
    expect(registered.testAccessTime).toBe(
      `Assessment link is valid from ${inIndia(startsAt)} to ${inIndia(endsAt)} in (India Standard Time)`,
    );
    expect(registered.testUrl.startsWith(`${server.url}/take/`)).toBe(true);
    expect(await client.getReport({ testInvitationId: id })).toMatchObject({
      testStatus: 'Pending',
      reportStatus: 'Pending',
      attemptedOn: null,
      score: null,
    });

    await expect(client.exportReportPdf({ testInvitationId: id })).rejects.toMatchObject({ name: 'AssayRefusal', statuscode: '409.1' });

    // The candidate opens the page and takes the test.
    const candidate = candidateAt(server, registered.testUrl);
    const page = await candidate.page();
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const html = await page.text();
    const [, script = ''] = /<script [^>]*src="([^"]+)"/.exec(html) ?? [];
    expect((await fetch(`${server.url}${script}`)).status).toBe(200);
    const before = await candidate.attempt();
    expect(before).toMatchObject({
      test: { testName: 'Eighty questions' },
      support: support,
      privacy: privacy,
    });
    expect(before).not.toHaveProperty('questions');

    const started = await candidate.start();
    expect(started).toMatchObject({ status: 'In progress', fullName: 'Ana Núñez', answers: [] });
    expect(started.questions).toHaveLength(80);
    expect(JSON.stringify(started)).not.toMatch(/"(correct|answers?|tolerance)":(?!\[\])/);
    const startedAt = Date.parse(started.startedAt ?? '');
    // The window ends an hour from now, before the 90 minutes do.
    expect(Date.parse(started.deadline ?? '')).toBe(endsAt);
    expect(await api.ask(`/v2/org/testinvitation/${id}/cancel`)).toMatchObject({ status: 403, statuscode: '403.4' });

    await saveEverything(candidate);
    const leftAt = await leaveTheWindow(candidate, startedAt);
    // Resumed elsewhere: all answers are there.
    const resumed = await candidate.start();
    expect(resumed).toMatchObject({ startedAt: started.startedAt, deadline: started.deadline });
    expect(resumed.answers).toHaveLength(planned.filter(({ saves }) => saves.length > 0).length);
    await candidate.at(leftAt + 1_000);
    const submitted = await candidate.submit();
    expect(submitted).toMatchObject({ status: 'Completed', redirectURL: 'https://ats.example/done' });
    expect(await candidate.submit()).toEqual(submitted);
    const completedAt = Date.parse(submitted.completedAt);

    // The report, to the hundredth and the second.
    const total = sum(planned.map(({ marks }) => marks));
    const score = sum(planned.map(({ earned }) => earned));
    // Worked out apart from this file as well: the generator of the questions must not be what makes the two agree.
    expect({ total, score }).toEqual({ total: 7030, score: 1476 });
    const report = await generatedReport(client, id);
    expect(report).toEqual({
      emailId: 'Ana.Núñez@example.com',
      fullName: 'Ana Núñez',
      timeTaken: Math.ceil((completedAt - startedAt) / 60_000),
      testName: 'Eighty questions',
      duration: 90,
      questions: 80,
      attemptedOn: secondsText(startedAt),
      totalScore: marksText(total),
      score: marksText(score),
      wv: 3,
      tv: Math.round((700 + completedAt - leftAt) / 1000),
      testStatus: 'Completed',
      reportStatus: 'Generated',
      testResult: null,
      testCutOffPercent: null,
      candidatePercent: 21,
      reportPDFUrl: expect.stringMatching(/^http:\S+\/report\//),
      proctoringImagesCount: 0,
      violatedProctoringImages: 0,
    });
    const sections = await client.getSectionReports({ testInvitationId: id });
    expect(await client.getSkillReports({ testInvitationId: id })).toMatchObject({ testInvitationId: id, skills: [] });
    expect(sections).toMatchObject(
      eightyQuestions.map((section) => ({
        sectionName: section.name,
        sectionScore: sum(section.planned.map(({ marks }) => marks)) / 100,
        candidateScore: sum(section.planned.map(({ earned }) => earned)) / 100,
        noOfQuestionsInSection: section.planned.length,
      })),
    );
    expect(sections.map(({ candidateScore }) => candidateScore)).toEqual([3.2, 4.74, 4.25, 2.57]);

    await checkDownloads(client, testId, id);

    // The link names no stakeholder, so the account is told.
    await until(
      'the mails to the account and to the candidate',
      async () => (await api.deliveries(testId)).every(({ state }) => state === 'delivered') || undefined,
    );

    // A completed invitation is not cancelled, but reattempted; the first report stays.
    expect(await api.ask(`/v2/org/testinvitation/${id}/cancel`)).toEqual({
      status: 403,
      statuscode: '403.4',
      description: 'Operation on resource cannot be performed',
      result: expect.stringMatching(/cannot be cancelled.*in progress or completed/),
    });
    const again = await client.reattemptInvitation({ testInvitationId: id });
    expect(again.testInvitationId).not.toBe(id);
    expect(again.takeTestURL).not.toBe(registered.testUrl);
    expect(await client.getReport({ testInvitationId: again.testInvitationId })).toMatchObject({
      emailId: report.emailId,
      testStatus: 'Pending',
      score: null,
    });
    const second = candidateAt(server, again.takeTestURL);
    expect(await second.attempt()).toMatchObject({ status: 'Pending' });

    // Cancelling the reattempt ends its URL and nothing else.
    expect(await client.cancelInvitation({ testInvitationId: again.testInvitationId, testId })).toEqual({
      testInvitationId: again.testInvitationId,
      status: 'cancelled',
    });
    expect(await second.tryAttempt()).toMatchObject({ status: 403, statuscode: '403.15' });
    await expect(second.start()).rejects.toThrow('403.15');
    expect(await client.getReport({ testInvitationId: id })).toEqual({ ...report, reportPDFUrl: expect.any(String) });
    expect(await client.getSectionReports({ testInvitationId: id })).toEqual(sections);

    // Registering the cancelled one again revives it under the same id with a new URL; a direct invitation is another one.
    const direct = { testId, emailId: 'bo@example.com', fullName: 'Bo Østergård' };
    const first = await client.registerCandidate(direct);
    await client.cancelInvitation({ testInvitationId: first.testInvitationId });
    const revived = await client.registerCandidate(direct);
    expect(revived.testInvitationId).toBe(first.testInvitationId);
    expect(revived.takeTestURL).not.toBe(first.takeTestURL);

    // The management API tells what happened, in order.
    const { invitation, timeline } = await api.timeline(id);
    expect(invitation).toMatchObject({ status: 'Completed', score: '14.76', totalScore: '70.3', wv: 3, reportStatus: 'Generated' });
    expect(await api.story(id)).toEqual([
      'invitation.registered',
      'attempt.started',
      'attempt.completed',
      'report.generated',
      'delivery.delivered stakeholder-email',
      'invitation.reattempted',
      receiptSent,
    ]);
    expect(timeline.map(({ at }) => at)).toEqual(timeline.map(({ at }) => at).sort());
    expect(timeline[1]?.at).toBe(started.startedAt);
    expect(timeline[2]?.at).toBe(submitted.completedAt);
    expect((await api.timeline(again.testInvitationId)).timeline.map(({ type }) => type)).toEqual([
      'invitation.registered',
      'invitation.reattempt-of',
      'invitation.cancelled',
    ]);
    expect(server.errors).toEqual([]);
  });
});
