import { describe, expect, it } from 'vitest';
import { scopes } from '../account/scopes.ts';
import { idsOf, type Operation } from './operation.ts';
import { operations } from './operations.ts';

const all: readonly Operation[] = Object.values(operations);

describe('the contract of every operation', () => {
  // Written down a second time on purpose: everything else that tests a scope takes it from the contract.
  it('the scope of every operation', () => {
    const named = (scope: Operation['scope']) => [
      scope,
      all
        .filter((one) => one.scope === scope)
        .map(({ name }) => name)
        .sort(),
    ];
    expect(Object.fromEntries((['any', ...scopes] as const).map(named))).toEqual({
      any: ['listTimeZones'],
      grade: ['claimReview', 'getReview', 'getReviewFile', 'gradeReview', 'listReviews'],
      read: [
        'compareCandidates',
        'exportComparisonPdf',
        'exportReportExcel',
        'exportReportPdf',
        'getAccount',
        'getAccountQuotas',
        'getDelivery',
        'getImage',
        'getInvitation',
        'getInvitationReport',
        'getInvitationTimeline',
        'getLinkSettings',
        'getLogo',
        'getManagedTest',
        'getRegrade',
        'getReport',
        'getSectionReports',
        'getSkillReports',
        'getTest',
        'getTestLink',
        'listDeliveries',
        'listImages',
        'listInvitations',
        'listManagedTests',
        'listSimilarSubmissions',
        'listTestLinks',
        'listTestVersions',
        'listTests',
      ],
      invite: [
        'cancelInvitation',
        'createTestLink',
        'inviteCandidate',
        'inviteCandidates',
        'reattemptInvitation',
        'registerCandidate',
        'registerCandidateByLink',
        'sendInvitationEmail',
        'updateTestLink',
      ],
      manage: [
        'createApiKey',
        'duplicateTest',
        'exportStatisticsPdf',
        'exportTest',
        'getTestStatistics',
        'giveExtraTime',
        'importTest',
        'listApiKeys',
        'listAudit',
        'listCallbackSecrets',
        'previewRegrade',
        'previewTest',
        'redeliverDelivery',
        'redeliverFailed',
        'regradeTest',
        'resetInvitation',
        'revokeApiKey',
        'revokeReportUrl',
        'rotateApiKey',
        'rotateCallbackSecret',
        'sendSampleCallback',
        'setTestStatus',
        'updateAccount',
        'updateLinkSettings',
      ],
      'read-answers': [
        'exportAnswersExcel',
        'exportAnswersPdf',
        'exportReportBundle',
        'exportSubmissionsPdf',
        'getAnswerFile',
        'listAnswers',
        'listSubmissions',
      ],
    });
  });

  it('a read is a GET, and repeats freely; a write has a key, unless its result cannot be repeated', () => {
    const named = (repeat: Operation['repeat'], method: string) =>
      all.filter((one) => one.repeat === repeat && one.method === method).map(({ name }) => name);
    // It reads by a file that is too long for a URL.
    expect(named('freely', 'POST')).toEqual(['previewRegrade']);
    expect(named('by-key', 'GET').sort()).toEqual(['cancelInvitation', 'reattemptInvitation']);
    expect(named('never', 'POST').sort()).toEqual(['createApiKey', 'rotateApiKey', 'sendSampleCallback']);
    expect(named('never', 'GET')).toEqual([]);
  });

  it('method and path are unique, and every id in a path has a name', () => {
    expect(new Set(all.map(({ method, path }) => `${method} ${path}`)).size).toBe(all.length);
    expect(all.flatMap(idsOf).length).toBeGreaterThan(0);
    expect(() => idsOf({ path: '/v2/org/things/{thingId}' })).toThrow('thingId');
  });
});
