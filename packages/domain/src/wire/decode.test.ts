import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SaveAnswerBody } from '../attempt/take-bodies.ts';
import { RegisterBody } from '../invitation/v2.ts';
import { TestLinkBody } from '../link/v2.ts';
import { decode, decodeBody, formatPath } from './decode.ts';

const candidate = { emailId: 'ana@example.com', fullName: 'Ana' };
const message = (result: { ok: boolean; error?: { message: string } }): string => (result.ok ? '' : (result.error?.message ?? ''));

describe('request field names are matched without regard to case', () => {
  it.each(['callbackURL', 'callBackUrl', 'callbackUrl', 'CALLBACKURL', 'callbackurl'])('%s', (name) => {
    expect(decodeBody(RegisterBody, { ...candidate, [name]: 'https://example.com/done' })).toEqual({
      ok: true,
      value: { ...candidate, callbackURL: 'https://example.com/done' },
    });
  });

  it('required fields too', () => {
    expect(decodeBody(RegisterBody, { EmailID: 'ana@example.com', FULLNAME: 'Ana' })).toEqual({ ok: true, value: candidate });
  });

  it('an error names the field as it is documented', () => {
    expect(message(decodeBody(RegisterBody, { ...candidate, callbackurl: 'nowhere' }))).toMatch(/^callbackURL: /);
  });
});

describe('unknown fields are ignored', () => {
  it('at any name, also one that objects have by themselves', () => {
    const body = JSON.parse(
      '{"emailId":"ana@example.com","fullName":"Ana","age":7,"__proto__":{"callbackURL":"https://x.example"},"constructor":1}',
    );
    expect(decodeBody(RegisterBody, body)).toEqual({ ok: true, value: candidate });
  });
});

describe('null and "" on an optional field mean absent', () => {
  it.each([null, ''])('%j on an optional field', (blank) => {
    expect(decodeBody(RegisterBody, { ...candidate, callbackURL: blank, redirectURL: blank })).toEqual({ ok: true, value: candidate });
  });

  const link = { testLinkName: 'Spring', accessTime: 0, timeZoneId: 190 };

  it.each([null, ''])('%j on a field with a default gives the default', (blank) => {
    expect(
      decodeBody(TestLinkBody, {
        ...link,
        inviteCandidateOnly: blank,
        imageProctoring: blank,
        testLinkStatus: blank,
        startDateTime: blank,
        endDateTime: blank,
      }),
    ).toEqual({ ok: true, value: { ...link, inviteCandidateOnly: 0, imageProctoring: 0, testLinkStatus: 1 } });
  });

  it.each([null, ''])('%j on a field that may be null is null', (blank) => {
    const read = decodeBody(TestLinkBody, { ...link, emailToStakeholder: blank });
    expect(read.ok && read.value.emailToStakeholder).toBeNull();
  });

  it('a field that may be null and is omitted stays absent', () => {
    const read = decodeBody(TestLinkBody, link);
    expect(read.ok && 'emailToStakeholder' in read.value && read.value.emailToStakeholder !== undefined).toBe(false);
  });

  it('0 and false are values', () => {
    const schema = z.object({ count: z.number().optional(), flag: z.boolean().optional() });
    expect(decodeBody(schema, { count: 0, flag: false })).toEqual({ ok: true, value: { count: 0, flag: false } });
  });

  it.each([null, ''])('%j on a required field is refused and named', (blank) => {
    expect(decodeBody(RegisterBody, { ...candidate, fullName: blank })).toEqual({
      ok: false,
      error: { code: 'request.invalid', message: expect.stringMatching(/^fullName: /) },
    });
  });
});

describe('400.1: the message names the field', () => {
  it('a required field that is missing', () => {
    expect(decodeBody(RegisterBody, { emailId: 'ana@example.com' })).toEqual({
      ok: false,
      error: { code: 'request.invalid', message: 'fullName: is required' },
    });
  });

  it('every faulty field', () => {
    expect(message(decodeBody(RegisterBody, {}))).toBe('emailId: is required; fullName: is required');
  });

  it('accessTime and timeZoneId are required', () => {
    expect(message(decodeBody(TestLinkBody, { testLinkName: 'Spring' }))).toMatch(/^accessTime: .*; timeZoneId: /);
  });

  it.each([
    ['a string', { ...candidate, fullName: 5 }, 'fullName: must be a string'],
    ['an object', { ...candidate, fullName: {} }, 'fullName: must be a string'],
  ])('wants %s', (_name, body, text) => {
    expect(message(decodeBody(RegisterBody, body))).toBe(text);
  });

  it.each([null, undefined, [], 'text', 5, true])('a body that is no JSON object: %j', (body) => {
    expect(decodeBody(RegisterBody, body)).toEqual({
      ok: false,
      error: { code: 'request.invalid', message: 'The request body must be a JSON object' },
    });
  });

  it('an integer is told as such', () => {
    expect(message(decode(z.object({ count: z.int() }), { count: 1.5 }))).toBe('count: must be an integer');
  });

  it('the message never repeats what was sent', () => {
    const secret = 'hunter2';
    expect(message(decodeBody(RegisterBody, { emailId: secret, fullName: { secret }, callbackURL: secret }))).not.toContain(secret);
  });
});

describe('a refusal is short, whatever was sent', () => {
  it('at most 20 faults are named, and that there are more', () => {
    const schema = z.object(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`field${index}`, z.string().max(9)])));
    const parts = message(decode(schema, {})).split('; ');
    expect(parts).toHaveLength(21);
    expect(parts.slice(-2)).toEqual(['field19: is required', 'and more']);
  });

  it('of unknown fields of a strict object 20 are named, each with at most 100 characters', () => {
    const sent = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`${index}`.padStart(9, 'x').padEnd(1000, 'y'), 0]));
    const text = message(decode(z.strictObject({}), sent));
    expect(text).toMatch(/^has unknown fields: "x/);
    expect(text.length).toBeLessThan(2500);
  });

  it('a body has at most 100 fields, so that folding their names is quick', () => {
    const body = (fields: number) => Object.fromEntries(Array.from({ length: fields }, (_, index) => [`x${index}`, 0]));
    expect(message(decodeBody(RegisterBody, { ...body(101), ...candidate }))).toBe('The request body must have at most 100 fields');
    expect(decodeBody(RegisterBody, { ...body(98), ...candidate })).toEqual({ ok: true, value: candidate });
  });

  it('a value of the right type is told its own fault, also where other types may stand', () => {
    expect(message(decodeBody(SaveAnswerBody, { revision: 1, answer: Array(27).fill('a') }))).toBe('answer: must have at most 26 options');
    expect(message(decodeBody(SaveAnswerBody, { revision: 1, answer: 'x'.repeat(40_001) }))).toBe(
      'answer: must be at most 40000 characters',
    );
    expect(message(decodeBody(SaveAnswerBody, { revision: 1, answer: true }))).toBe(
      'answer: must be a string, an array, a number, an object or null',
    );
    expect(message(decodeBody(SaveAnswerBody, { revision: 1, answer: { language: 'python' } }))).toBe(
      'answer: the source must be a string',
    );
  });
});

describe('a path', () => {
  it.each([
    [[], ''],
    [['name'], 'name'],
    [['sections', 0, 'questions', 2, 'marks'], 'sections[0].questions[2].marks'],
    [[3, 'name'], '[3].name'],
  ])('%j reads %j', (path, text) => {
    expect(formatPath(path)).toBe(text);
  });
});
