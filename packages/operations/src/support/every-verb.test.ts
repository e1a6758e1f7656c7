import { type Scope, scopes } from '@assay/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import * as operations from '../index.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { keepImages } from '../testing/proctoring.ts';
import { somebody, useService, zone } from '../testing/service.ts';
import { dumpAccount } from '../testing/tables.ts';
import { smallTest } from '../testing/test-files.ts';
import type { Context, Outcome } from './context.ts';

type Ids = {
  readonly testId: string;
  readonly testLinkId: string;
  readonly testInvitationId: string;
  readonly keyId: string;
  readonly deliveryId: string;
  readonly imageId: string;
};

type Verb = {
  readonly scope: Scope;
  /** The ids that its path carries. */
  readonly ids: readonly (keyof Ids)[];
  /** A call that succeeds, or is refused for another reason than scope and ids, on a fresh account. */
  readonly call: (ctx: Context, ids: Ids) => Outcome<unknown>;
};

const link = { testLinkName: 'Autumn', accessTime: 0, timeZoneId: zone };
const test = ['testId'] as const;
const testAndLink = ['testId', 'testLinkId'] as const;
const invitation = ['testInvitationId'] as const;

const verbs = {
  cancelInvitation: {
    scope: 'invite',
    ids: invitation,
    call: (ctx, { testInvitationId }) => operations.cancelInvitation({ ctx, input: { testInvitationId, testId: undefined } }),
  },
  createApiKey: { scope: 'manage', ids: [], call: (ctx) => operations.createApiKey({ ctx, input: { body: { name: 'ATS' } } }) },
  createTestLink: {
    scope: 'invite',
    ids: test,
    call: (ctx, { testId }) => operations.createTestLink({ ctx, input: { testId, body: link } }),
  },
  duplicateTest: {
    scope: 'manage',
    ids: test,
    call: (ctx, { testId }) => operations.duplicateTest({ ctx, input: { testId, body: undefined } }),
  },
  exportTest: { scope: 'manage', ids: test, call: (ctx, { testId }) => operations.exportTest({ ctx, input: { testId, query: {} } }) },
  exportReportExcel: { scope: 'read', ids: test, call: (ctx, { testId }) => operations.exportReportExcel({ ctx, input: { testId } }) },
  exportReportPdf: {
    scope: 'read',
    ids: invitation,
    call: (ctx, { testInvitationId }) => operations.exportReportPdf({ ctx, input: { testInvitationId } }),
  },
  getAccount: { scope: 'read', ids: [], call: (ctx) => operations.getAccount({ ctx }) },
  getDelivery: {
    scope: 'read',
    ids: ['deliveryId'],
    call: (ctx, { deliveryId }) => operations.getDelivery({ ctx, input: { deliveryId } }),
  },
  getImage: {
    scope: 'read',
    ids: ['testInvitationId', 'imageId'],
    call: (ctx, { testInvitationId, imageId }) => operations.getImage({ ctx, input: { testInvitationId, imageId } }),
  },
  getInvitation: {
    scope: 'read',
    ids: invitation,
    call: (ctx, { testInvitationId }) => operations.getInvitation({ ctx, input: { testInvitationId } }),
  },
  getInvitationTimeline: {
    scope: 'read',
    ids: invitation,
    call: (ctx, { testInvitationId }) => operations.getInvitationTimeline({ ctx, input: { testInvitationId } }),
  },
  getManagedTest: { scope: 'read', ids: test, call: (ctx, { testId }) => operations.getManagedTest({ ctx, input: { testId } }) },
  getReport: {
    scope: 'read',
    ids: invitation,
    call: (ctx, { testInvitationId }) => operations.getReport({ ctx, input: { testInvitationId } }),
  },
  getSectionReports: {
    scope: 'read',
    ids: invitation,
    call: (ctx, { testInvitationId }) => operations.getSectionReports({ ctx, input: { testInvitationId } }),
  },
  getTest: { scope: 'read', ids: test, call: (ctx, { testId }) => operations.getTest({ ctx, input: { testId } }) },
  getTestLink: {
    scope: 'read',
    ids: testAndLink,
    call: (ctx, { testId, testLinkId }) => operations.getTestLink({ ctx, input: { testId, testLinkId } }),
  },
  giveExtraTime: {
    scope: 'manage',
    ids: invitation,
    call: (ctx, { testInvitationId }) => operations.giveExtraTime({ ctx, input: { testInvitationId, body: { minutes: 5 } } }),
  },
  importTest: { scope: 'manage', ids: [], call: (ctx) => operations.importTest({ ctx, input: { file: smallTest } }) },
  inviteCandidate: {
    scope: 'invite',
    ids: test,
    call: (ctx, { testId }) => operations.inviteCandidate({ ctx, input: { testId, body: somebody() } }),
  },
  inviteCandidates: {
    scope: 'invite',
    ids: test,
    call: (ctx, { testId }) =>
      operations.inviteCandidates({ ctx, input: { testId, body: { candidates: [somebody(), { emailId: 'x' }] } } }),
  },
  listApiKeys: { scope: 'manage', ids: [], call: (ctx) => operations.listApiKeys({ ctx }) },
  listCallbackSecrets: { scope: 'manage', ids: [], call: (ctx) => operations.listCallbackSecrets({ ctx }) },
  listDeliveries: { scope: 'read', ids: [], call: (ctx) => operations.listDeliveries({ ctx, input: { query: {} } }) },
  listImages: {
    scope: 'read',
    ids: invitation,
    call: (ctx, { testInvitationId }) => operations.listImages({ ctx, input: { testInvitationId } }),
  },
  listInvitations: {
    scope: 'read',
    ids: test,
    call: (ctx, { testId }) => operations.listInvitations({ ctx, input: { testId, query: {} } }),
  },
  listManagedTests: { scope: 'read', ids: [], call: (ctx) => operations.listManagedTests({ ctx, input: { query: {} } }) },
  listTestLinks: { scope: 'read', ids: test, call: (ctx, { testId }) => operations.listTestLinks({ ctx, input: { testId } }) },
  listTestVersions: { scope: 'read', ids: test, call: (ctx, { testId }) => operations.listTestVersions({ ctx, input: { testId } }) },
  listTests: { scope: 'read', ids: [], call: (ctx) => operations.listTests({ ctx, input: { query: {} } }) },
  previewTest: { scope: 'manage', ids: test, call: (ctx, { testId }) => operations.previewTest({ ctx, input: { testId } }) },
  reattemptInvitation: {
    scope: 'invite',
    ids: invitation,
    call: (ctx, { testInvitationId }) => operations.reattemptInvitation({ ctx, input: { testInvitationId } }),
  },
  redeliverDelivery: {
    scope: 'manage',
    ids: ['deliveryId'],
    call: (ctx, { deliveryId }) => operations.redeliverDelivery({ ctx, input: { deliveryId } }),
  },
  redeliverFailed: { scope: 'manage', ids: test, call: (ctx, { testId }) => operations.redeliverFailed({ ctx, input: { testId } }) },
  registerCandidate: {
    scope: 'invite',
    ids: test,
    call: (ctx, { testId }) => operations.registerCandidate({ ctx, input: { testId, body: somebody() } }),
  },
  registerCandidateByLink: {
    scope: 'invite',
    ids: testAndLink,
    call: (ctx, { testId, testLinkId }) => operations.registerCandidateByLink({ ctx, input: { testId, testLinkId, body: somebody() } }),
  },
  resetInvitation: {
    scope: 'manage',
    ids: invitation,
    call: (ctx, { testInvitationId }) => operations.resetInvitation({ ctx, input: { testInvitationId } }),
  },
  revokeApiKey: { scope: 'manage', ids: ['keyId'], call: (ctx, { keyId }) => operations.revokeApiKey({ ctx, input: { keyId } }) },
  rotateApiKey: {
    scope: 'manage',
    ids: ['keyId'],
    call: (ctx, { keyId }) => operations.rotateApiKey({ ctx, input: { keyId, body: undefined } }),
  },
  rotateCallbackSecret: {
    scope: 'manage',
    ids: [],
    call: (ctx) => operations.rotateCallbackSecret({ ctx, input: { body: { overlapHours: 0 } } }),
  },
  sendInvitationEmail: {
    scope: 'invite',
    ids: invitation,
    call: (ctx, { testInvitationId }) => operations.sendInvitationEmail({ ctx, input: { testInvitationId } }),
  },
  sendSampleCallback: {
    scope: 'manage',
    ids: [],
    call: (ctx) => operations.sendSampleCallback({ ctx, input: { body: { url: 'https://ats.example/done' } } }),
  },
  setTestStatus: {
    scope: 'manage',
    ids: test,
    call: (ctx, { testId }) => operations.setTestStatus({ ctx, input: { testId, body: { status: 'Archived' } } }),
  },
  updateAccountSettings: {
    scope: 'manage',
    ids: [],
    call: (ctx) => operations.updateAccountSettings({ ctx, input: { body: { support: 'help@acme.example' } } }),
  },
  updateTestLink: {
    scope: 'invite',
    ids: testAndLink,
    call: (ctx, { testId, testLinkId }) => operations.updateTestLink({ ctx, input: { testId, testLinkId, body: link } }),
  },
} as const satisfies Record<string, Verb>;

const all: readonly (readonly [string, Verb])[] = Object.entries(verbs);
const idsOfVerbs = all.flatMap(([name, verb]) => verb.ids.map((id) => [name, id, verb] as const));

/** Candidates, visitors, loops and the operator's commands: nothing of these is asked for with an API key. */
const withoutKey = [
  'TestVersions',
  'attemptDelivery',
  'authenticate',
  'claimDeliveries',
  'closeOverdueAttempts',
  'countWaitingDeliveries',
  'createAccount',
  'defaultTimings',
  'ensureFirstAccount',
  'findAccount',
  'forgetIdempotencyKeys',
  'generateReports',
  'getAttempt',
  'getJoinState',
  'getOrganization',
  'joinTest',
  'listAccounts',
  'mailLane',
  'openReport',
  'recordCamera',
  'recordDeliveryAttempt',
  'recordEvents',
  'releaseDeliveryLease',
  'saveAnswer',
  'saveImage',
  'startAttempt',
  'submitAttempt',
  'updateAccount',
];

it('the table below has every verb that takes an API key', () => {
  expect([...Object.keys(verbs), ...withoutKey].sort()).toEqual(Object.keys(operations).sort());
});

describe('every verb', () => {
  const service = useService();

  const mint = async (): Promise<{ ctx: Context; ids: Ids }> => {
    const { ctx, testId } = await service.mint();
    const testLinkId = await service.createLink(ctx, testId);
    const { id: testInvitationId } = await service.registerByLink(ctx, { testId, testLinkId });
    const { keyId } = await value(operations.createApiKey({ ctx, input: { body: { name: 'ATS' } } }));
    const { deliveryId } = await value(operations.sendInvitationEmail({ ctx, input: { testInvitationId } }));
    const [imageId = ''] = await keepImages(service, ctx, { id: testInvitationId }, 1);
    return { ctx, ids: { testId, testLinkId, testInvitationId, keyId: String(keyId), deliveryId: String(deliveryId), imageId } };
  };

  let stranger: { ctx: Context; ids: Ids };
  let owner: { ctx: Context; ids: Ids };
  beforeAll(async () => {
    owner = await mint();
    stranger = await mint();
  });

  it.each(all)("%s: its own ids are found, and do not touch another account's rows", async (_, verb) => {
    const { ctx, ids } = await mint();
    const others = await dumpAccount(service.assay.store, owner.ctx.accountId);
    expect(await statuscodeOf(verb.call(ctx, ids))).not.toMatch(/^(40[0134]\.1|40[45]\.2)$/);
    expect(await dumpAccount(service.assay.store, owner.ctx.accountId)).toEqual(others);
  });

  it.each(all)('%s: a key without its scope is 403.1, and changes nothing', async (_, verb) => {
    const before = await dumpAccount(service.assay.store, owner.ctx.accountId);
    const ctx = { ...owner.ctx, scopes: new Set(scopes.filter((scope) => scope !== verb.scope)) };
    const refusal = await refusalOf(verb.call(ctx, owner.ids));
    expect(refusal.statuscode).toBe('403.1');
    expect(refusal.message).toContain(verb.scope);
    expect(await dumpAccount(service.assay.store, owner.ctx.accountId)).toEqual(before);
  });

  it.each(all)('%s: a key with only its scope is enough', async (_, verb) => {
    const { ctx, ids } = await mint();
    expect(await statuscodeOf(verb.call({ ...ctx, scopes: new Set([verb.scope]) }, ids))).not.toBe('403.1');
  });

  it.each(idsOfVerbs)("%s: another account's %s is 404.1, and nothing of it changes", async (_, id, verb) => {
    const before = await dumpAccount(service.assay.store, owner.ctx.accountId);
    const refusal = await refusalOf(verb.call(stranger.ctx, { ...stranger.ids, [id]: owner.ids[id] }));
    expect(refusal.statuscode).toBe('404.1');
    // Exactly what an id that was never issued is told: nothing says that another account has it.
    const never = await refusalOf(verb.call(stranger.ctx, { ...stranger.ids, [id]: '4503599627370496' }));
    expect(refusal.message.replaceAll(owner.ids[id], '?')).toBe(never.message.replaceAll('4503599627370496', '?'));
    expect(await dumpAccount(service.assay.store, owner.ctx.accountId)).toEqual(before);
  });

  it.each(idsOfVerbs)(
    '%s: a %s that is a decimal Int64 but does not exist is 404.1, anything else 400.1 naming it',
    async (_, id, verb) => {
      const call = (text: string) => refusalOf(verb.call(owner.ctx, { ...owner.ids, [id]: text }));
      for (const text of ['0', '-1', '9007199254740991', '9007199254740993', '9223372036854775807', '-9223372036854775808'])
        expect([text, (await call(text)).statuscode]).toEqual([text, '404.1']);
      for (const text of [
        'abc',
        '',
        ' 1',
        '1.0',
        '1e3',
        '0x1',
        '٣',
        '9223372036854775808',
        '-9223372036854775809',
        '99999999999999999999',
      ]) {
        const { statuscode, message } = await call(text);
        expect([text, statuscode]).toEqual([text, '400.1']);
        expect(message).toContain(id);
      }
    },
  );

  it('the exports: a PDF is 409.1 before the attempt is completed, an Excel file there is always', async () => {
    const { exportReportExcel, exportReportPdf } = verbs;
    expect(await statuscodeOf(exportReportPdf.call(owner.ctx, owner.ids))).toBe('409.1');
    expect(await statuscodeOf(exportReportExcel.call(owner.ctx, owner.ids))).toBe('200.1');
  });
});
