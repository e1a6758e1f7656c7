import { type InvitationStatus, takeOperations } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { takeApi } from '../api.ts';
import type { Outcome } from '../support/context.ts';
import { statuscodeOf } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import type { Candidate } from './open-invitation.ts';

type Name = keyof typeof takeOperations;
type Run = (call: { candidate: Candidate; input: object }) => Outcome<unknown>;

/** What each operation answers in a state that does not accept it; null where the state accepts it. */
const refusals: { readonly [One in Name]: Readonly<Record<InvitationStatus, string | null>> } = {
  getAttempt: { Pending: null, 'In progress': null, Completed: null, Reset: null, Cancelled: '403.15' },
  startAttempt: { Pending: null, 'In progress': null, Completed: '403.17', Reset: null, Cancelled: '403.15' },
  getPicture: { Pending: '409.1', 'In progress': null, Completed: '403.17', Reset: '409.1', Cancelled: '403.15' },
  getSealedPicture: { Pending: null, 'In progress': null, Completed: '403.17', Reset: null, Cancelled: '403.15' },
  getLanguages: { Pending: null, 'In progress': null, Completed: null, Reset: null, Cancelled: '403.15' },
  saveAnswer: { Pending: '409.1', 'In progress': null, Completed: '403.17', Reset: '409.1', Cancelled: '403.15' },
  saveFile: { Pending: '409.1', 'In progress': null, Completed: '403.17', Reset: '409.1', Cancelled: '403.15' },
  savePlace: { Pending: '409.1', 'In progress': null, Completed: '403.17', Reset: '409.1', Cancelled: '403.15' },
  issueTicket: { Pending: '409.1', 'In progress': null, Completed: '403.17', Reset: '409.1', Cancelled: '403.15' },
  runCode: { Pending: '409.1', 'In progress': null, Completed: '403.17', Reset: '409.1', Cancelled: '403.15' },
  recordEdits: { Pending: '409.1', 'In progress': null, Completed: '403.17', Reset: '409.1', Cancelled: '403.15' },
  recordEvents: { Pending: '409.1', 'In progress': null, Completed: '403.17', Reset: '409.1', Cancelled: '403.15' },
  recordCamera: { Pending: '409.1', 'In progress': null, Completed: '403.17', Reset: '409.1', Cancelled: '403.15' },
  saveImage: { Pending: '409.1', 'In progress': null, Completed: '403.17', Reset: '409.1', Cancelled: '403.15' },
  submitAttempt: { Pending: '409.1', 'In progress': null, Completed: null, Reset: '409.1', Cancelled: '403.15' },
};

/** Operations without a body, or whose body is an image. */
const withoutSchema = new Set<Name>(['getAttempt', 'getLanguages', 'saveImage']);

const names = Object.keys(takeOperations) as Name[];
const refused = names.flatMap((name) =>
  Object.entries(refusals[name]).flatMap(([status, statuscode]) =>
    statuscode === null ? [] : [[name, status as InvitationStatus, statuscode] as const],
  ),
);

describe('an operation of a candidate', () => {
  const service = useService();
  const run = (name: Name, candidate: Candidate, input: object) => (takeApi[name] as Run)({ candidate, input });
  const invite = async (status: InvitationStatus) => {
    const { ctx, testId } = await service.mint();
    return (await service.invite(ctx, testId, status)).candidate;
  };

  it.each(refused)('%s in the state %s is %s before its id and body are read', async (name, status, statuscode) => {
    const candidate = await invite(status);
    const read: PropertyKey[] = [];
    const watched = new Proxy({}, { get: (_, field) => void read.push(field), has: () => true });
    expect(await statuscodeOf(run(name, candidate, watched))).toBe(statuscode);
    if (!withoutSchema.has(name)) expect(read).toEqual([]);
  });

  it.each(names)('%s with a token that was not issued is 404.1 without the database', async (name) => {
    const store = new Proxy(service.assay.store, {
      get: () => {
        throw new Error('the database is asked');
      },
    });
    const { token } = await invite('In progress');
    const candidate = { assay: { ...service.assay, store }, token: `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}` };
    expect(await statuscodeOf(run(name, candidate, {}))).toBe('404.1');
  });
});
