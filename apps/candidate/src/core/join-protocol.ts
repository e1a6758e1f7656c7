import { readJoined, readJoinState } from './join-codecs.ts';
import { accept, ask, type Outcome, sendJson, type Web } from './protocol.ts';
import type { JoinDetails } from './types.ts';

export type JoinProtocol = {
  readonly state: () => Promise<Outcome<JoinDetails>>;
  readonly join: (visitor: { readonly emailId: string; readonly fullName: string }) => Promise<Outcome<{ readonly takeTestURL: string }>>;
};

/** `GET` and `POST` of a join address. */
export const createJoin = ({ joinUrl, web }: { readonly joinUrl: string; readonly web: Web }): JoinProtocol => ({
  state: () => ask(web, joinUrl, { headers: accept }, readJoinState),
  join: (visitor) => ask(web, joinUrl, sendJson('POST', visitor), readJoined),
});
