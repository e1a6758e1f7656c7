import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  ApiKeyList,
  AttemptState,
  CreatedApiKey,
  decode,
  decodeBody,
  EventsBody,
  EventsResult,
  ExtraTimeBody,
  ImportResult,
  InvitationPage,
  InvitationTimeline,
  JoinBody,
  JoinResult,
  JoinState,
  ListInvitationsQuery,
  ListTestsQuery,
  ManagedTest,
  noFigures,
  RegisterBody,
  SaveAnswerBody,
  SaveAnswerResult,
  SavedAnswer,
  SubmitResult,
  TakeQuestion,
  TestLinkBody,
  TestStatusBody,
  TestVersions,
  TimeZoneList,
  testLinkRules,
  WireCancellation,
  WireLinkRegistration,
  WireRegistration,
  WireReport,
  WireSection,
  WireSectionReport,
  WireSectionReports,
  WireTest,
  WireTestDetails,
  WireTestLink,
  WireTestLinkList,
  WireTestList,
} from '../index.ts';

const test = { testId: 3, testName: 'JavaScript in depth', accessKey: 'k3y', duration: 90, questions: 80, testStatus: 'Active' };
const section = { sectionName: 'Scope', sectionType: 'General Questions', questions: 40, duration: 45 };
const link = {
  testLinkId: 9,
  testId: 3,
  testLinkName: 'Spring',
  testLinkAccessKey: 'abc',
  accessTime: 1,
  startDateTime: '2018-02-23T10:46:00',
  endDateTime: '2018-02-24T11:46:00',
  timeZoneId: 190,
  inviteCandidateOnly: 0,
  imageProctoring: 1,
  emailToStakeholder: 'boss@example.com',
  testLinkStatus: 1,
};
const anytime = { ...link, accessTime: 0, startDateTime: null, endDateTime: null, emailToStakeholder: null, testLinkStatus: 3 };
const report = {
  emailId: 'ana@example.com',
  fullName: 'Ana Núñez',
  timeTaken: 43,
  testName: 'JavaScript in depth',
  duration: 90,
  questions: 80,
  attemptedOn: '2018-02-23T10:46:00',
  totalScore: '100',
  score: '-0.5',
  wv: 2,
  tv: 31,
  testStatus: 'Completed',
  reportStatus: 'Generated',
};
const unstarted = { ...report, timeTaken: null, attemptedOn: null, score: null, testStatus: 'Pending', reportStatus: 'Pending' };
const sectionReport = { sectionName: 'Scope', sectionScore: 50, candidateScore: -0.5 };

const instant = '2026-01-05T09:00:00.000Z';
const question = {
  questionId: 1,
  section: 0,
  kind: 'single-choice',
  prompt: 'What is logged?',
  marks: 2,
  penalty: 0.5,
  options: [
    { optionId: 'a', text: '1' },
    { optionId: 'b', text: '2' },
  ],
};
const shownTest = { testName: 'JavaScript in depth', duration: 90, questions: 80 };
const running = {
  testInvitationId: 7,
  status: 'In progress',
  access: { state: 'open', closesAt: null },
  organization: 'Acme',
  support: 'help@acme.example',
  privacy: null,
  fullName: 'Ana',
  test: shownTest,
  sections: [section],
  imageProctoring: 0,
  startedAt: instant,
  deadline: instant,
  completedAt: null,
  answered: null,
  receipt: true,
  redirectURL: null,
  serverTime: instant,
  questions: [question],
  answers: [{ questionId: 1, answer: ['a'], revision: 4, savedAt: instant }],
};
const {
  questions: _questions,
  answers: _answers,
  ...waiting
} = {
  ...running,
  status: 'Pending',
  access: { state: 'outside-slot', opensAt: instant },
  startedAt: null,
  deadline: null,
};
const managedTest = {
  testId: 3,
  key: null,
  testName: 'T',
  status: 'Archived',
  version: 2,
  accessKey: 'k3y',
  duration: 90,
  questions: 80,
  totalScore: '100.5',
};
const managedInvitation = {
  testInvitationId: 7,
  testId: 3,
  testLinkId: null,
  emailId: 'ana@example.com',
  fullName: 'Ana',
  status: 'Cancelled',
  origin: 'link',
  current: true,
  takeTestURL: 'https://example.com/take/t',
  createdAt: instant,
  startedAt: null,
  deadline: null,
  completedAt: null,
  extraMinutes: 0,
  reportStatus: 'Pending',
  ...noFigures,
};
const key = {
  keyId: 1,
  name: 'ATS',
  prefix: 'ask_1',
  scopes: ['read', 'invite'],
  allScopes: false,
  createdAt: instant,
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  current: true,
};

describe('round trip: what is sent is read, and sent again unchanged', () => {
  it.each<[string, z.core.$ZodType, unknown]>([
    ['test', WireTest, test],
    ['section', WireSection, section],
    ['test details', WireTestDetails, { ...test, testStatus: 'Inactive', sections: [section] }],
    ['list of tests', WireTestList, { tests: [test], testsCount: 81 }],
    ['test link', WireTestLink, link],
    ['slot-wise test link', WireTestLink, { ...link, accessTime: 2, inviteCandidateOnly: 1 }],
    ['anytime test link', WireTestLink, anytime],
    ['list of test links', WireTestLinkList, { testLinks: [link, anytime] }],
    ['registration', WireRegistration, { testInvitationId: 7, takeTestURL: 'https://example.com/take/t' }],
    [
      'registration by link',
      WireLinkRegistration,
      { testInvitationId: 7, testUrl: 'https://example.com/take/t', testAccessTime: 'Assessment link is valid at any time' },
    ],
    ['cancellation', WireCancellation, { testInvitationId: 7, status: 'cancelled' }],
    ['report', WireReport, report],
    ['report before a start', WireReport, unstarted],
    ['report of a cancelled invitation', WireReport, { ...unstarted, testStatus: 'Cancelled' }],
    [
      'report of a running attempt',
      WireReport,
      { ...report, score: null, timeTaken: null, testStatus: 'In progress', reportStatus: 'In progress' },
    ],
    ['report after a reset', WireReport, { ...unstarted, testStatus: 'Reset' }],
    ['section report entry', WireSectionReport, sectionReport],
    ['section report', WireSectionReports, [sectionReport, { ...sectionReport, sectionName: 'Async', candidateScore: 12.25 }]],
    ['section report without sections', WireSectionReports, []],
    ['question', TakeQuestion, question],
    ['saved answer', SavedAnswer, { questionId: 1, answer: null, revision: 1, savedAt: instant }],
    ['attempt in progress', AttemptState, running],
    ['attempt before the start', AttemptState, waiting],
    ['attempt of a closed link', AttemptState, { ...waiting, access: { state: 'closed', closedAt: instant } }],
    ['attempt of an inactive link', AttemptState, { ...waiting, access: { state: 'inactive' } }],
    ['saving', SaveAnswerBody, { answer: 'b', revision: 1 }],
    ['saving over an answer seen', SaveAnswerBody, { answer: 'b', revision: 3, base: 2, setAside: true }],
    ['saved', SaveAnswerResult, { accepted: false, answer: 12.5, revision: 3, savedAt: instant }],
    ['saving late', SaveAnswerBody, { answer: 'b', revision: 3, ticket: 'abc.def', elapsedMs: 12 }],
    ['recorded events', EventsResult, { recorded: 2 }],
    [
      'completed with late answers',
      SubmitResult,
      { status: 'Completed', completedAt: instant, redirectURL: null, lateAnswers: { counted: [1], notCounted: [2] } },
    ],
    ['submission', SubmitResult, { status: 'Completed', completedAt: instant, redirectURL: 'https://example.com/done' }],
    [
      'join page',
      JoinState,
      {
        organization: 'Acme',
        support: null,
        privacy: null,
        test: shownTest,
        access: { state: 'not-open', opensAt: instant },
        inviteCandidateOnly: 1,
      },
    ],
    ['joining', JoinBody, { emailId: 'ana@example.com', fullName: 'Ana' }],
    ['asked to confirm', JoinResult, { confirmation: 'sent' }],
    ['joined', JoinResult, { testInvitationId: 7, takeTestURL: 'https://example.com/take/t' }],
    ['managed test', ManagedTest, managedTest],
    ['import', ImportResult, { ...managedTest, key: 'js', outcome: 'unchanged' }],
    [
      'versions',
      TestVersions,
      { versions: [{ version: 1, testName: 'T', duration: 90, questions: 80, totalScore: '100', createdAt: instant }] },
    ],
    ['change of a test’s status', TestStatusBody, { status: 'Inactive' }],
    ['page of invitations', InvitationPage, { invitations: [managedInvitation], nextCursor: '7' }],
    ['last page', InvitationPage, { invitations: [], nextCursor: null }],
    [
      'timeline',
      InvitationTimeline,
      {
        invitation: { ...managedInvitation, testLinkId: 9, score: '1', totalScore: '2' },
        timeline: [{ at: instant, type: 'attempt.started', data: { by: [1, null] } }],
        nextCursor: 'MTI',
      },
    ],
    ['extra time', ExtraTimeBody, { minutes: 15 }],
    ['time zones', TimeZoneList, { timeZones: [{ timeZoneId: 190, name: 'India Standard Time', zone: 'Asia/Kolkata' }] }],
    ['API keys', ApiKeyList, { keys: [key, { ...key, revokedAt: instant }] }],
    ['a new API key', CreatedApiKey, { ...key, apiKey: 'ask_1_secret' }],
    [
      'registering',
      RegisterBody,
      { emailId: 'ana@example.com', fullName: 'Ana', callbackURL: 'https://example.com/cb', redirectURL: 'https://example.com/' },
    ],
  ])('%s', (_name, schema, wire) => {
    const sent: unknown = JSON.parse(JSON.stringify(z.encode(schema, z.decode(schema, wire))));
    expect(sent).toEqual(wire);
  });
});

describe('where the table and the sample disagree, the sample’s form is sent', () => {
  it.each([
    ['§2.2: `accesskey` as in the field table', WireTest, { ...test, accessKey: undefined, accesskey: 'k3y' }],
    ['§2.6: scores as strings, as in the field table', WireSectionReport, { ...sectionReport, candidateScore: '-0.5' }],
    ['§4.12: result.sections, as in the field table', WireSectionReports, { sections: [sectionReport] }],
  ])('%s is not', (_, schema, wire) => {
    expect(schema.safeParse(wire).success).toBe(false);
  });
});

describe('api-v2 §4.3, §4.4: body of create and update test link', () => {
  const body = {
    testLinkName: 'Spring',
    accessTime: 1,
    timeZoneId: 190,
    startDateTime: '2018-02-23T10:46:00',
    endDateTime: '2018-02-24T11:46:00',
  };
  const read = (sent: unknown) => {
    const folded = decodeBody(TestLinkBody, sent);
    return folded.ok ? decode(testLinkRules, folded.value) : folded;
  };
  const fault = (sent: unknown): string => {
    const result = read(sent);
    return result.ok ? '' : `${result.error.code} ${result.error.message}`;
  };

  it('inviteCandidateOnly, imageProctoring and testLinkStatus default to 0, 0 and 1', () => {
    expect(read(body)).toEqual({
      ok: true,
      value: {
        testLinkName: 'Spring',
        accessTime: 1,
        timeZoneId: 190,
        inviteCandidateOnly: 0,
        imageProctoring: 0,
        testLinkStatus: 1,
        startDateTime: Date.UTC(2018, 1, 23, 10, 46),
        endDateTime: Date.UTC(2018, 1, 24, 11, 46),
      },
    });
  });

  it('the same instant may come with an offset, with a small z or without seconds', () => {
    for (const startDateTime of ['2018-02-23T10:46', '2018-02-23T10:46:00z', '2018-02-23T10:46:00+00:00', '2018-02-23T16:16:00+05:30'])
      expect(read({ ...body, startDateTime })).toEqual(read(body));
    expect(fault({ ...body, endDateTime: '2018-02-23T10:46:00-00:00' })).toBe('request.invalid endDateTime: must be after startDateTime');
  });

  it('Ints may come as strings', () => {
    const sent = { ...body, accessTime: '2', timeZoneId: '190', inviteCandidateOnly: '1', imageProctoring: '1', testLinkStatus: '3' };
    expect(read(sent)).toMatchObject({
      ok: true,
      value: { accessTime: 2, timeZoneId: 190, inviteCandidateOnly: 1, imageProctoring: 1, testLinkStatus: 3 },
    });
  });

  it.each([
    ['', ''],
    [null, null],
    [undefined, undefined],
    ['2018-02-24T11:46:00', '2018-02-23T10:46:00'],
    ['whenever', 'whenever'],
  ])('accessTime 0: the date fields are not needed and come back null (%j, %j)', (startDateTime, endDateTime) => {
    expect(read({ ...body, accessTime: 0, startDateTime, endDateTime })).toMatchObject({
      ok: true,
      value: { startDateTime: null, endDateTime: null },
    });
  });

  it.each([1, 2])('accessTime %i needs both dates', (accessTime) => {
    for (const blank of [undefined, null, '']) {
      const message = fault({ ...body, accessTime, startDateTime: blank, endDateTime: blank });
      expect(message).toMatch(/^request\.invalid startDateTime: is required.*; endDateTime: is required/);
    }
  });

  it.each([1, 2])('accessTime %i: the end is after the start', (accessTime) => {
    for (const endDateTime of [body.startDateTime, '2018-02-22T00:00:00'])
      expect(fault({ ...body, accessTime, endDateTime })).toBe('request.invalid endDateTime: must be after startDateTime');
  });

  it.each(['2018-02-30T00:00:00', '23-02-2018', '2018-02-23'])('a date that is none is 400.1 and named: %s', (startDateTime) => {
    expect(fault({ ...body, startDateTime })).toMatch(/^request\.invalid startDateTime: must be a UTC date-time/);
  });

  it.each([9999, -1, 0.5, '190.5', 'India Standard Time', '', null])('an unknown timeZoneId is 400.1: %j', (timeZoneId) => {
    expect(fault({ ...body, timeZoneId })).toMatch(/^request\.invalid timeZoneId: /);
  });

  it.each([
    ['testLinkName', ''],
    ['testLinkName', 'x'.repeat(201)],
    ['accessTime', 3],
    ['accessTime', null],
    ['inviteCandidateOnly', 2],
    ['inviteCandidateOnly', true],
    ['imageProctoring', -1],
    ['testLinkStatus', 2],
    ['emailToStakeholder', 'boss'],
  ])('%s %j is 400.1 and named', (name, value) => {
    expect(fault({ ...body, [name]: value })).toMatch(new RegExp(`^request\\.invalid ${name}: `));
  });

  it.each(['testLinkName', 'accessTime', 'timeZoneId'])('%s is required', (name) => {
    expect(fault({ ...body, [name]: undefined })).toMatch(new RegExp(`^request\\.invalid ${name}: `));
  });

  it('emailToStakeholder: omitted is the account’s email, explicit null or "" none', () => {
    const email = (sent: unknown) => {
      const result = read(sent);
      if (!result.ok) throw new Error(result.error.message);
      return result.value.emailToStakeholder;
    };
    expect(email(body)).toBeUndefined();
    expect(email({ ...body, emailToStakeholder: null })).toBeNull();
    expect(email({ ...body, emailToStakeholder: '' })).toBeNull();
    expect(email({ ...body, emailToStakeholder: 'boss@example.com' })).toBe('boss@example.com');
  });
});

describe('api-v2 §4.1: list tests', () => {
  it('page_size defaults to 20, page_no to 1', () => {
    expect(ListTestsQuery.parse({})).toEqual({ page_size: 20, page_no: 1 });
  });

  it.each(['1', '20', '100'])('page_size %s', (page_size) => {
    expect(ListTestsQuery.parse({ page_size, page_no: '7' })).toEqual({ page_size: Number(page_size), page_no: 7 });
  });

  it.each(['0', '101', '-1', '1.5', 'ten', '1e1', ' 5', '99999999999'])('page_size 1–100: %j is 400.1', (page_size) => {
    const result = decode(ListTestsQuery, { page_size });
    expect(result.ok ? '' : `${result.error.code} ${result.error.message}`).toBe(
      'request.invalid page_size: must be an integer from 1 to 100',
    );
  });

  it.each(['0', '-1', 'two'])('page_no %j is 400.1', (page_no) => {
    const result = decode(ListTestsQuery, { page_no });
    expect(result.ok ? '' : result.error.message).toMatch(/^page_no: must be an integer from 1/);
  });

  it('invitations are listed 50 to a page, 1–100', () => {
    expect(ListInvitationsQuery.parse({})).toEqual({ limit: 50 });
    expect(ListInvitationsQuery.parse({ limit: '100', cursor: '12', status: 'In progress', search: ' ana ' })).toEqual({
      limit: 100,
      cursor: 12,
      status: 'In progress',
      search: 'ana',
    });
    for (const limit of ['0', '101', 'x']) expect(ListInvitationsQuery.safeParse({ limit }).success).toBe(false);
  });
});

describe('the candidate protocol', () => {
  it('the key is never in a question', () => {
    const leaking = {
      ...question,
      answer: 12.5,
      tolerance: 1,
      answers: ['Paris'],
      options: question.options.map((option) => ({ ...option, correct: option.optionId === 'b' })),
    };
    expect(TakeQuestion.parse(leaking)).toEqual(question);
    expect(AttemptState.parse({ ...running, questions: [leaking] })).toEqual(running);
  });

  it('eventId and sentAt are optional; times are ISO date-times or milliseconds', () => {
    const milliseconds = Date.parse(instant);
    expect(EventsBody.parse({ events: [{ type: 'left', at: instant }] })).toEqual({ events: [{ type: 'left', at: milliseconds }] });
    expect(EventsBody.parse({ sentAt: instant, events: [{ eventId: 'e1', type: 'returned', at: milliseconds }] })).toEqual({
      sentAt: milliseconds,
      events: [{ eventId: 'e1', type: 'returned', at: milliseconds }],
    });
  });

  it.each(['2026-01-05T09:00:00z', '2026-01-05T14:30:00+05:30', '2026-01-05T09:00'])('the time of an event may be %s', (at) => {
    const milliseconds = Date.parse(instant);
    expect(EventsBody.parse({ sentAt: at, events: [{ type: 'left', at }] })).toEqual({
      sentAt: milliseconds,
      events: [{ type: 'left', at: milliseconds }],
    });
  });

  it.each([
    {},
    { events: [] },
    { events: [{ type: 'blurred', at: instant }] },
    { events: [{ type: 'left' }] },
    { events: [{ type: 'left', at: 'now' }] },
    { events: [{ type: 'left', at: null }] },
    { events: [{ type: 'left', at: 1e300 }] },
    { sentAt: 'now', events: [{ type: 'left', at: instant }] },
  ])('no events: %j', (body) => {
    expect(EventsBody.safeParse(body).success).toBe(false);
  });

  it.each([
    { answer: 'b' },
    { revision: 1 },
    { answer: true, revision: 1 },
    { answer: 'b', revision: 1.5 },
    { answer: 'b', revision: '1' },
    { answer: 'b', revision: 2 ** 53 },
  ])('no answer to save: %j', (body) => {
    expect(SaveAnswerBody.safeParse(body).success).toBe(false);
  });

  it.each([0, -5, 1.5, '15', 100_001])('extra time is at least one whole minute: %j is refused', (minutes) => {
    expect(ExtraTimeBody.safeParse({ minutes }).success).toBe(false);
  });
});

describe('what is no answer of the document is not read as one', () => {
  it.each<[string, z.ZodType, unknown]>([
    ['a cancellation with another status', WireCancellation, { testInvitationId: 7, status: 'Cancelled' }],
    ['a test with another status', WireTest, { ...test, testStatus: 'active' }],
    ['a link with another status', WireTestLink, { ...link, testLinkStatus: 2 }],
    ['a link with another access time', WireTestLink, { ...link, accessTime: 3 }],
    ['a report with another status', WireReport, { ...report, testStatus: 'completed' }],
    ['a report with another report status', WireReport, { ...report, reportStatus: 'Done' }],
    ['a section report that is a lone entry', WireSectionReports, sectionReport],
  ])('%s', (_name, schema, wire) => {
    expect(schema.safeParse(wire).success).toBe(false);
  });
});
