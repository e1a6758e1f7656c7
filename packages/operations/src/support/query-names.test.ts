import { type OperationName, type Operations, operations } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { smallestBodies } from '../testing/smallest-bodies.ts';
import { decoderOf } from './operation.ts';

type WithQuery = { [Name in OperationName]: Operations[Name] extends { query: unknown } ? Name : never }[OperationName];
type FieldsOf<Name extends WithQuery> = keyof Operations[Name]['query']['shape'];

/** A value for every query parameter; the compiler asks for those of a new one. */
const samples: { readonly [Name in WithQuery]: { readonly [Field in FieldsOf<Name>]: string } } = {
  listTests: { page_size: '7', page_no: '2' },
  cancelInvitation: { testId: '2' },
  listManagedTests: { limit: '7', cursor: '5', status: 'Archived', search: 'java' },
  exportTest: { version: '3' },
  listAudit: { limit: '7', cursor: '5' },
  listInvitations: { limit: '7', cursor: '5', status: 'Completed', search: 'ana' },
  getInvitationTimeline: { limit: '7', cursor: '5' },
  previewRegrade: { limit: '7', cursor: '5' },
  getRegrade: { limit: '7', cursor: '5' },
  exportAnswersPdf: { attempt: '1' },
  getAnswerFile: { attempt: '1' },
  listAnswers: { attempt: '1', limit: '7', cursor: '5' },
  listSubmissions: { limit: '7', cursor: '5' },
  compareCandidates: { invitations: '3', by: 'Basics' },
  exportComparisonPdf: { invitations: '3', by: 'Basics' },
  listSimilarSubmissions: { questionId: '3', language: 'python', atLeast: '0.5', limit: '7' },
  listReviews: { limit: '7', cursor: '5', state: 'graded', testId: '2', questionId: '3' },
  listDeliveries: { limit: '7', cursor: '5', state: 'failed', kind: 'callback', testId: '2', testInvitationId: '4' },
};

const parameters = Object.entries(samples).flatMap(([name, fields]) =>
  Object.entries(fields).map(([field, sample]) => [name as WithQuery, field, sample] as const),
);

const ids = { testId: '1', testInvitationId: '1', questionId: '1' };
/** Of the parameters that a request must have. */
const needed = (name: WithQuery, query: object): object =>
  name in { compareCandidates: 0, exportComparisonPdf: 0 } && !Object.keys(query).some((field) => field.toLowerCase() === 'invitations')
    ? { invitations: '1' }
    : {};
const read = (name: WithQuery, query: object) =>
  decoderOf(operations[name])({
    ...ids,
    query: { ...needed(name, query), ...query },
    ...(name === 'previewRegrade' ? { body: smallestBodies.previewRegrade } : {}),
  });
const swapCase = (text: string): string =>
  [...text].map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('');

describe('query parameters', () => {
  it.each(parameters)('%s reads %s in any case', (name, field, sample) => {
    const sent = read(name, { [field]: sample });
    expect(sent).not.toEqual(read(name, {}));
    for (const spelled of [field.toUpperCase(), field.toLowerCase(), swapCase(field)])
      expect(read(name, { [spelled]: sample })).toEqual(sent);
  });

  it.each(parameters)('%s refuses %s that comes twice, in one case or in two', (name, field, sample) => {
    const refused = { ok: false, error: { code: 'request.invalid', message: `${field}: must come once` } };
    expect(read(name, { [field]: [sample, sample] })).toEqual(refused);
    expect(read(name, { [field]: sample, [swapCase(field)]: sample })).toEqual(refused);
    expect(read(name, { [field.toUpperCase()]: [sample, '9'] })).toEqual(refused);
  });

  it('others are ignored, also when they come twice', () => {
    expect(read('cancelInvitation', JSON.parse('{ "testIds": ["1", "2"], "testId[]": "3", "__proto__": "4" }'))).toEqual(
      read('cancelInvitation', {}),
    );
  });
});
