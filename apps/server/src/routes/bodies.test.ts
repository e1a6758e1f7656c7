import { bounds, joinOperations, type OperationName, takeOperations } from '@assay/domain';
import { smallestBodies, smallestCandidateBodies } from '@assay/operations/testing';
import { somebody } from '@assay/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiOperations, pathOf } from '../testing/routes.ts';
import { type Call, expectRefusal, resultOf, useService } from '../testing/service.ts';
import { testFile } from '../testing/test-file.ts';

type Body = Record<string, unknown>;

const service = useService();
let key: string;
let ids: Record<string, string>;
let token: string;
let accessKey: string;
let addresses = 0;

beforeAll(async () => {
  const minted = await service.mint();
  key = minted.key;
  const link = await service.createLink(key, minted.testId);
  const invited = await service.register(key, minted.testId);
  // Another key than the one that these calls use, because it is revoked.
  const other = await service.send({ method: 'POST', url: '/manage/v1/keys', key, body: { name: 'other', scopes: ['read'] } });
  const keyId = String(resultOf(other).keyId);
  const reviewId = await service.openReview(key);
  ids = { testId: minted.testId, testLinkId: link.id, testInvitationId: invited.id, keyId, reviewId };
  ({ token } = invited);
  ({ accessKey } = link);
  resultOf(await service.start(token));
});

// A submit would end the attempt that the others need. A run needs a question with a program, and 3 s (run-code.test.ts).
const { submitAttempt: _, runCode: __, ...candidateBodies } = smallestCandidateBodies;

/** Every operation with a body, and its smallest valid body. */
const calls: Readonly<Record<string, { smallest: Body; call: () => Pick<Call, 'method' | 'url'> }>> = {
  ...Object.fromEntries(
    apiOperations
      // A key can be rotated only once; reference/examples.test.ts tests it.
      .filter(({ body, name }) => body !== undefined && name !== 'rotateApiKey')
      .map(({ name, method, path }) => [
        name,
        { smallest: smallestBodies[name as OperationName] ?? {}, call: () => ({ method, url: pathOf(path, ids) }) },
      ]),
  ),
  ...Object.fromEntries(
    Object.entries(candidateBodies).map(([name, smallest]) => {
      const { method, path } = { ...takeOperations, ...joinOperations }[name as keyof typeof candidateBodies];
      return [name, { smallest, call: () => ({ method, url: pathOf(path, { token, key: accessKey }) }) }];
    }),
  ),
};

const sendBody = (operation: string, body: unknown) => {
  const { call } = calls[operation] ?? {};
  if (call === undefined) throw new Error(`no call ${operation}`);
  addresses += 1;
  return service.send({ ...call(), key, body, remoteAddress: `10.0.${addresses >> 8}.${addresses & 255}` });
};

/** The smallest body, with a new email if it has one: each email may join once. */
const fresh = (operation: string, changes: Body = {}): Body => {
  const { smallest } = calls[operation] ?? { smallest: {} };
  return { ...smallest, ...('emailId' in smallest ? somebody() : {}), ...changes };
};

const operations = Object.keys(calls);

describe('a body', () => {
  it.each(operations)('is accepted with only the required fields: %s', async (operation) => {
    resultOf(await sendBody(operation, fresh(operation)));
  });

  const required = operations.flatMap((operation) =>
    Object.keys(calls[operation]?.smallest ?? {}).map((field) => [operation, field] as const),
  );

  it.each(required)('is 400.1 with the field name if a required field is missing: %s without %s', async (operation, field) => {
    const body = fresh(operation);
    delete body[field];
    expect(expectRefusal(await sendBody(operation, body), '400.1')).toMatch(new RegExp(`(^|; )${field}: is required`));
  });

  it.each(required.filter(([operation, field]) => !(operation === 'saveAnswer' && field === 'answer')))(
    'is 400.1 with the field name if a required field is null: %s with %s null',
    async (operation, field) => {
      expect(expectRefusal(await sendBody(operation, fresh(operation, { [field]: null })), '400.1')).toMatch(
        new RegExp(`(^|; )${field}: `),
      );
    },
  );

  it.each(required.filter(([operation, field]) => typeof calls[operation]?.smallest[field] === 'string' && operation !== 'saveAnswer'))(
    'is 400.1 with the field name if a required field is blank: %s with %s blank',
    async (operation, field) => {
      for (const blank of ['', ' '])
        expect(expectRefusal(await sendBody(operation, fresh(operation, { [field]: blank })), '400.1')).toMatch(
          new RegExp(`(^|; )${field}: `),
        );
    },
  );

  const optional = new Set(['rotateCallbackSecret', 'startAttempt', 'issueTicket', 'duplicateTest', 'regradeTest']);
  const needed = operations.filter((operation) => !optional.has(operation));

  it.each([...optional])('may be missing if no field is required: %s', async (operation) => {
    resultOf(await sendBody(operation, undefined));
  });

  it.each(needed)('is 400.1 if it is missing: %s', async (operation) => {
    expectRefusal(await sendBody(operation, undefined), '400.1');
  });

  it.each(needed.filter((operation) => operation !== 'saveAnswer' && operation !== 'updateAccount'))(
    'gets a message with all its faults: %s',
    async (operation) => {
      const sentence = expectRefusal(await sendBody(operation, {}), '400.1');
      for (const [, field] of required.filter(([other]) => other === operation)) expect(sentence).toContain(`${field}: `);
    },
  );

  // People write test files, so an unknown field there is a spelling mistake.
  const lenient = operations.filter((operation) => operation !== 'importTest' && operation !== 'previewRegrade');

  it.each(lenient)('has field names without regard to case: %s', async (operation) => {
    for (const spelling of [(name: string) => name.toUpperCase(), (name: string) => name.toLowerCase()]) {
      const body = Object.fromEntries(Object.entries(fresh(operation)).map(([name, value]) => [spelling(name), value]));
      resultOf(await sendBody(operation, body));
    }
  });

  it.each(lenient)('may have unknown fields, which are ignored: %s', async (operation) => {
    resultOf(await sendBody(operation, fresh(operation, { nobodyKnows: { this: ['field'] }, ID: 7, '': null })));
  });

  it('is 400.1 with the field name if a test file has an unknown field', async () => {
    expect(expectRefusal(await sendBody('importTest', { ...testFile, durration: 5 }), '400.1')).toContain('durration');
  });

  it.each(['createTestLink', 'updateTestLink'])('needs both dates, in order, for a bounded link: %s', async (operation) => {
    const dates = { startDateTime: '2026-03-02T10:00:00', endDateTime: '2026-03-03T10:00:00' };
    for (const accessTime of [1, 2]) {
      resultOf(await sendBody(operation, fresh(operation, { accessTime, ...dates })));
      for (const field of ['startDateTime', 'endDateTime'])
        for (const absent of [undefined, null, ''])
          expect(expectRefusal(await sendBody(operation, fresh(operation, { accessTime, ...dates, [field]: absent })), '400.1')).toContain(
            `${field}: is required`,
          );
      const swapped = { startDateTime: dates.endDateTime, endDateTime: dates.startDateTime };
      expect(expectRefusal(await sendBody(operation, fresh(operation, { accessTime, ...swapped })), '400.1')).toContain('endDateTime: ');
    }
  });

  it.each(['callBackUrl', 'callbackUrl', 'callbackURL', 'CALLBACKURL'])('may spell the callback URL %s', async (name) => {
    const { emailId } = somebody();
    const wrong = await sendBody('registerCandidate', { emailId, fullName: 'Ana', [name]: 'nonsense' });
    expect(expectRefusal(wrong, '400.1')).toContain('callbackURL: ');
    resultOf(await sendBody('registerCandidate', { emailId, fullName: 'Ana', [name]: 'https://ats.example/done' }));
  });
});

/** A valid email address of `length` characters. */
const email = (length: number): string => {
  addresses += 1;
  const local = `a${addresses}`.padEnd(64, 'x');
  const label = (size: number) => 'd'.repeat(size);
  return `${local}@${label(63)}.${label(63)}.${label(length - 64 - 1 - 128 - 4)}.com`;
};
const name = (length: number): string => '👩'.repeat(length);
const url = (length: number): string => 'https://ats.example/'.padEnd(length, 'x');

const fields = [
  ['createTestLink', 'testLinkName', name, bounds.name],
  ['updateTestLink', 'testLinkName', name, bounds.name],
  ['importTest', 'name', name, bounds.name],
  ['registerCandidate', 'fullName', name, bounds.name],
  ['registerCandidateByLink', 'fullName', name, bounds.name],
  ['joinTest', 'fullName', name, bounds.name],
  ['inviteCandidate', 'fullName', name, bounds.name],
  ['createTestLink', 'emailToStakeholder', email, bounds.email],
  ['updateTestLink', 'emailToStakeholder', email, bounds.email],
  ['registerCandidate', 'emailId', email, bounds.email],
  ['registerCandidateByLink', 'emailId', email, bounds.email],
  ['joinTest', 'emailId', email, bounds.email],
  ['inviteCandidate', 'emailId', email, bounds.email],
  ['registerCandidate', 'callbackURL', url, bounds.url],
  ['registerCandidate', 'redirectURL', url, bounds.url],
  ['registerCandidateByLink', 'callbackURL', url, bounds.url],
  ['registerCandidateByLink', 'redirectURL', url, bounds.url],
  ['inviteCandidate', 'callbackURL', url, bounds.url],
  ['inviteCandidate', 'redirectURL', url, bounds.url],
  ['sendSampleCallback', 'url', url, bounds.url],
] as const;

describe('bounds', () => {
  it('have fixed values', () => {
    expect(bounds).toEqual({ name: 200, email: 254, url: 2048, notice: 500, textAnswer: 20_000 });
  });

  it.each(fields)('%s: %s is accepted at its bound, and 400.1 with the field name above', async (operation, field, create, bound) => {
    const atBound = create(bound);
    expect([...atBound]).toHaveLength(bound);
    resultOf(await sendBody(operation, fresh(operation, { [field]: atBound })));
    expect(expectRefusal(await sendBody(operation, fresh(operation, { [field]: create(bound + 1) })), '400.1')).toContain(
      `${field}: must be at most ${bound}`,
    );
  });

  it('a text answer is accepted at 20,000 characters, and 400.1 with the field name above', async () => {
    const text = name(bounds.textAnswer);
    expect(resultOf(await service.save(token, 4, text))).toMatchObject({ accepted: true, answer: text });
    expect(expectRefusal(await service.save(token, 4, `${text}x`, 2), '400.1')).toContain('answer: must be at most 20000');
  });

  it.each(['page_size', 'page_no'])('%s takes integers from 1', async (parameter) => {
    const list = (value: string) => service.send({ method: 'GET', url: `/v2/org/tests?${parameter}=${value}`, key });
    for (const good of ['1', '2', '100']) resultOf(await list(good));
    for (const bad of ['0', '-1', '1.5', 'ten', '1e1', '0x1', '%201', '99999999999999999999'])
      expect(expectRefusal(await list(bad), '400.1')).toContain(`${parameter}: `);
  });

  it('page_size above 100 is 400.1', async () => {
    expect(expectRefusal(await service.send({ method: 'GET', url: '/v2/org/tests?page_size=101', key }), '400.1')).toContain('page_size: ');
  });

  it.each(['page_size=1&page_size=2', 'page_size=1&Page_Size=2', 'PAGE_SIZE=0', 'page%5FSIZE=0'])(
    'a parameter that is repeated or wrong is 400.1 in any case of its name: %s',
    async (query) => {
      const response = await service.send({ method: 'GET', url: `/v2/org/tests?${query}`, key });
      expect(expectRefusal(response, '400.1')).toContain('page_size: ');
    },
  );

  it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'cursor=-1', 'status=Done', `search=${'x'.repeat(201)}`])(
    'the list of invitations refuses %s',
    async (query) => {
      const response = await service.send({ method: 'GET', url: `/manage/v1/tests/${ids.testId}/invitations?${query}`, key });
      expect(expectRefusal(response, '400.1')).toContain(`${query.split('=')[0]}: `);
    },
  );

  it.each([
    'limit=0',
    'limit=101',
    'cursor=x',
    'state=lost',
    'kind=fax',
    'testId=x',
    'testId=0',
    'testInvitationId=1.5',
    'testInvitationId=9223372036854775807',
  ])('the list of deliveries refuses %s', async (query) => {
    const response = await service.send({ method: 'GET', url: `/manage/v1/deliveries?${query}`, key });
    expect(expectRefusal(response, '400.1')).toContain(`${query.split('=')[0]}: `);
  });

  it('overlapHours takes integers from 0 to 720', async () => {
    for (const good of [0, 1, 720]) resultOf(await sendBody('rotateCallbackSecret', { overlapHours: good }));
    for (const bad of [-1, 721, 1.5, '24'])
      expect(expectRefusal(await sendBody('rotateCallbackSecret', { overlapHours: bad }), '400.1')).toContain('overlapHours: ');
  });

  it.each(['callbackURL', 'redirectURL'])('%s must be an absolute http or https URL', async (field) => {
    for (const good of ['http://ats.example', 'HTTPS://ATS.example/a?b=c#d', 'https://[2606:4700::1111]:8443/ä'])
      resultOf(await sendBody('registerCandidate', fresh('registerCandidate', { [field]: good })));
    for (const bad of [
      'javascript:alert(1)',
      'ftp://ats.example/',
      'data:text/html,x',
      '/done',
      'ats.example',
      'http://',
      'http:ats',
      7,
      {},
    ])
      expect(expectRefusal(await sendBody('registerCandidate', fresh('registerCandidate', { [field]: bad })), '400.1')).toContain(
        `${field}: `,
      );
  });

  it.each(['callbackURL', 'redirectURL'])('null and "" mean no %s', async (field) => {
    for (const empty of [null, '']) resultOf(await sendBody('registerCandidate', fresh('registerCandidate', { [field]: empty })));
  });
});
