import type { AnswerRecord, Sent } from '../answers/answer-store.ts';
import type { Browser } from '../browser.ts';
import type { Proof } from '../server/protocol.ts';

/** `claimed`: that tab saves now. `yielded`: the tab that saved until now hands over its answers. `ended`: the attempt is over. */
export type TabMessage = {
  readonly type: 'claimed' | 'yielded' | 'ended';
  readonly sessionId: string;
  readonly records: readonly AnswerRecord[];
};

const isProof = (proof: Partial<Proof> | undefined): boolean =>
  proof === undefined || (typeof proof.ticket === 'string' && Number.isSafeInteger(proof.elapsedMs));

const isSent = (sent: Partial<Sent> | null | undefined): boolean =>
  Number.isSafeInteger(sent?.revision) && sent?.answer !== undefined && isProof(sent.proof);

const isRecord = (record: Partial<AnswerRecord> | null): boolean =>
  isSent(record) &&
  [record?.questionId, record?.sentRevision].every(Number.isSafeInteger) &&
  typeof record?.flagged === 'boolean' &&
  (record.trying === undefined || isSent(record.trying));

/** Another tab may run another version of this page: what it posts is checked. */
const isTabMessage = (posted: unknown): posted is TabMessage => {
  const message = posted as Partial<TabMessage> | null;
  const isKnown = message?.type === 'claimed' || message?.type === 'yielded' || message?.type === 'ended';
  return isKnown && typeof message?.sessionId === 'string' && Array.isArray(message.records) && message.records.every(isRecord);
};

type Deps = {
  readonly name: string;
  readonly sessionId: string;
  readonly browser: Pick<Browser, 'openChannel'>;
  readonly receive: (message: TabMessage) => void;
};

/** Opens the channel to the other tabs of this browser on the same attempt; returns what posts to it. */
export const openTabs = ({ name, sessionId, browser, receive }: Deps) => {
  const post = browser.openChannel(name, (message) => {
    if (isTabMessage(message) && message.sessionId !== sessionId) receive(message);
  });
  return (type: TabMessage['type'], records: readonly AnswerRecord[]): void => post?.({ type, sessionId, records } satisfies TabMessage);
};
