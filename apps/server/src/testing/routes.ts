import { scopes } from '@assay/domain';
import type { ApiRoute } from '../routes/api-route.ts';
import { manageRoutes } from '../routes/manage.ts';
import { v2Routes } from '../routes/v2.ts';
import { zone } from './service.ts';
import { testFile } from './test-file.ts';

export const apiRoutes: readonly ApiRoute[] = [...v2Routes, ...manageRoutes];

/** `METHOD pattern`, for the names of `it.each`. */
export const named = (routes: readonly ApiRoute[]) => routes.map((route) => [`${route.method} ${route.url}`, route] as const);

/** The path of a route with these values for its parameters; those that are not named become `otherwise`. */
export const pathOf = (url: string, params: Record<string, string> = {}, otherwise = '1'): string =>
  url.replace(/:(\w+)/g, (_, name: string) => params[name] ?? otherwise);

const link = { testLinkName: 'Spring', accessTime: 0, timeZoneId: zone };
const candidate = { emailId: 'ana@example.com', fullName: 'Ana Example' };

/** A body that each route with a body accepts, with only the fields it needs. */
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

export const smallestBody = (route: ApiRoute): { body?: Record<string, unknown> } => {
  const body = smallestBodies[route.operationId];
  if (body === undefined && route.body !== undefined) throw new Error(`smallestBodies lacks ${route.operationId}`);
  return body === undefined ? {} : { body };
};
