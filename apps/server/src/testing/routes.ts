import { type Operation, operations, scopes } from '@assay/domain';
import { zone } from '@assay/testing';
import { testFile } from './test-file.ts';

export const apiOperations: readonly Operation[] = Object.values(operations);

/** Operations with `METHOD path` as their title, for `it.each`. */
export const titled = (list: readonly Operation[]) => list.map((one) => [`${one.method} ${one.path}`, one] as const);

/** The path of an operation with its parameters filled in; those without a value in `params` become `otherwise`. */
export const pathOf = (path: string, params: Record<string, string> = {}, otherwise = '1'): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? otherwise);

const link = { testLinkName: 'Spring', accessTime: 0, timeZoneId: zone };
const candidate = { emailId: 'ana@example.com', fullName: 'Ana Example' };

/** For each operation with a body, a valid body with only the required fields. */
export const smallestBodies: Readonly<Record<string, Record<string, unknown>>> = {
  createTestLink: link,
  updateTestLink: link,
  registerCandidate: candidate,
  registerCandidateByLink: candidate,
  importTest: { name: testFile.name, duration: testFile.duration, sections: testFile.sections },
  setTestStatus: { status: 'Active' },
  giveExtraTime: { minutes: 5 },
  createApiKey: { name: 'another', scopes: [...scopes] },
  inviteCandidate: candidate,
  inviteCandidates: { candidates: [candidate] },
  duplicateTest: {},
  updateAccount: {},
  rotateApiKey: {},
  rotateCallbackSecret: {},
  sendSampleCallback: { url: 'https://ats.example/hook' },
};

export const smallestBody = ({ name, body: schema }: Operation): { body?: Record<string, unknown> } => {
  const body = smallestBodies[name];
  if (body === undefined && schema !== undefined) throw new Error(`smallestBodies lacks ${name}`);
  return body === undefined ? {} : { body };
};
