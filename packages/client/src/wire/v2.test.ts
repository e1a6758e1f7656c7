import { describe, expect, it } from 'vitest';
import { clientOperations } from '../operations.ts';
import type { Reader } from './reader.ts';

const reader = (name: keyof typeof clientOperations): Reader => {
  const { result } = clientOperations[name];
  if (result === 'file') throw new Error(`${name} returns a file`);
  return result;
};
const testList = reader('listTests');
const testDetails = reader('getTest');
const testLink = reader('getTestLink');
const registration = reader('registerCandidate');
const linkRegistration = reader('registerCandidateByLink');
const cancellation = reader('cancelInvitation');
const skillReports = reader('getSkillReports');
const report = reader('getReport');
const sectionReports = reader('getSectionReports');

const test = { testId: 3, testName: 'JavaScript', accessKey: 'k3y', duration: 90, questions: 80, testStatus: 'Active' };
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
  emailToStakeholder: null,
  testLinkStatus: 3,
};
const scored = {
  emailId: 'ana@example.com',
  fullName: 'Ana',
  timeTaken: 43,
  testName: 'JavaScript',
  duration: 90,
  questions: 80,
  attemptedOn: '2018-02-23T10:46:00',
  totalScore: '100',
  score: '-0.5',
  wv: 2,
  tv: 31,
  testStatus: 'In progress',
  reportStatus: 'Generated',
};
const later = { testResult: 'Pass', testCutOffPercent: 62.5, candidatePercent: 80, reportPDFUrl: 'https://assay.example/report/t.pdf' };
const skill = { skillId: 1, skillName: 'SQL', candidateSkillScore: -0.5, totalSkillScore: 4, sectionId: 2, sectionName: 'Scope' };
const skills = { testInvitationId: 7, testId: 3, testName: 'JavaScript', candidateScore: 1.5, totalTestScore: 100, skills: [skill] };
const unscored = { ...scored, attemptedOn: null, score: null, timeTaken: null };
const entry = { sectionName: 'Scope', sectionScore: 50, candidateScore: -0.5 };
const { accessKey, ...keyless } = test;
const sections = [{ sectionName: 'Scope', sectionType: 'General Questions', questions: 40, duration: 45 }];
const url = 'https://assay.example/take/t';

describe('every form that API v2 allows is read', () => {
  it.each([
    ['accessKey', testList, { tests: [test], testsCount: 1 }, { tests: [test], testsCount: 1 }],
    ['accesskey', testList, { tests: [{ ...keyless, accesskey: accessKey }], testsCount: '1' }, { tests: [test], testsCount: 1 }],
    [
      'numbers as strings, status in capitals',
      testDetails,
      { ...test, testId: '3', duration: '90', testStatus: 'ACTIVE', sections: [{ ...sections[0], questions: '40' }] },
      { ...test, sections },
    ],
    ['a name that is a number', testDetails, { ...test, testName: 2026, sections }, { ...test, testName: '2026', sections }],
    ['names with trailing spaces', testDetails, { ...keyless, 'accessKey ': accessKey, sections }, { ...test, sections }],
    ['a link', testLink, link, link],
    ['a link with numbers as strings', testLink, { ...link, accessTime: '1', testLinkStatus: '3', timeZoneId: '190' }, link],
    ['dates with a fraction and Z', testLink, { ...link, startDateTime: '2018-02-23T10:46:00.000Z' }, link],
    ['flags that are booleans or above 1', testLink, { ...link, inviteCandidateOnly: false, imageProctoring: 2 }, link],
    [
      'blank dates of an anytime link',
      testLink,
      { ...link, accessTime: 0, startDateTime: '', endDateTime: '' },
      { ...link, accessTime: 0, startDateTime: null, endDateTime: null },
    ],
    ['takeTestURL', registration, { testInvitationId: 7, takeTestURL: url }, { testInvitationId: 7, takeTestURL: url }],
    ['testUrl instead of takeTestURL', registration, { testInvitationId: '7', testUrl: url }, { testInvitationId: 7, takeTestURL: url }],
    [
      'takeTestURL instead of testUrl',
      linkRegistration,
      { testInvitationId: 7, takeTestUrl: url, testAccessTime: 'any time' },
      { testInvitationId: 7, testUrl: url, testAccessTime: 'any time' },
    ],
    ['Cancelled in capitals', cancellation, { testInvitationId: 7, status: 'Cancelled' }, { testInvitationId: 7, status: 'cancelled' }],
    ['a report', report, scored, scored],
    ['scores as numbers, status in another case', report, { ...scored, totalScore: 100, score: -0.5, testStatus: 'in Progress' }, scored],
    ['a status without its space', report, { ...scored, testStatus: 'InProgress', reportStatus: 'generated' }, scored],
    ['later fields of a report', report, { ...scored, ...later, testResult: 'PASS', testCutOffPercent: '62.50' }, { ...scored, ...later }],
    [
      'later fields of a section',
      sectionReports,
      [{ ...entry, noOfWrongQuestions: '2', sectionTime: '60' }],
      [{ ...entry, noOfWrongQuestions: 2, sectionTime: 60 }],
    ],
    [
      'skills with numbers as strings',
      skillReports,
      { ...skills, testId: '3', skills: [{ ...skill, candidateSkillScore: '-0.50', skillId: '1' }] },
      skills,
    ],
    ['a report before the start', report, { ...unscored, attemptedOn: '' }, unscored],
    ['sections as an array', sectionReports, [entry], [entry]],
    ['sections in an object', sectionReports, { sections: [entry] }, [entry]],
    ['scores as strings', sectionReports, { sections: [{ ...entry, sectionScore: '50', candidateScore: '-0.50' }] }, [entry]],
  ])('%s', (_, read, wire, value) => {
    expect(read(wire)).toEqual({ ok: true, value });
  });

  it('if a field has several spellings, the exact one counts', () => {
    for (const wire of [
      { ...test, accesskey: 'other', sections },
      { accesskey: 'other', ...test, sections },
    ])
      expect(testDetails(wire)).toEqual({ ok: true, value: { ...test, sections } });
  });
});

describe('a wrong value is an error that names the field', () => {
  it.each([
    ['an id beyond 2^53', testDetails, { ...test, testId: '9007199254740993', sections }, 'testId'],
    ['a duration that is a word', testDetails, { ...test, duration: 'ninety', sections }, 'duration'],
    ['an unknown status', testDetails, { ...test, testStatus: 'Sleeping', sections }, 'testStatus'],
    ['30 February', testLink, { ...link, startDateTime: '2018-02-30T10:46:00' }, 'startDateTime'],
    ['a score that is a word', sectionReports, [{ ...entry, candidateScore: 'ten' }], 'candidateScore'],
    ['a score in another notation', sectionReports, [{ ...entry, candidateScore: '0x10' }], 'candidateScore'],
    ['a missing take URL', registration, { testInvitationId: 7 }, 'takeTestURL'],
    ['null', report, null, 'object'],
  ])('%s', (_, read, wire, named) => {
    expect(read(wire)).toMatchObject({ ok: false, error: { message: expect.stringContaining(named) } });
  });
});
