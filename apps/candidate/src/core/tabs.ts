import type { AnswerRecord } from './answer-store.ts';
import type { Browser } from './browser.ts';

/** `claimed`: that tab saves now. `yielded`: the tab that saved until now hands over its answers. `ended`: the attempt is over. */
export type TabMessage = {
  readonly type: 'claimed' | 'yielded' | 'ended';
  readonly sessionId: string;
  readonly records: readonly AnswerRecord[];
};

const isRecord = (record: unknown): record is AnswerRecord =>
  typeof record === 'object' &&
  record !== null &&
  'answer' in record &&
  ['questionId', 'revision', 'sentRevision'].every((name) => Number.isSafeInteger(Reflect.get(record, name))) &&
  typeof Reflect.get(record, 'flagged') === 'boolean';

const isTabMessage = (message: unknown): message is TabMessage =>
  typeof message === 'object' &&
  message !== null &&
  'type' in message &&
  (message.type === 'claimed' || message.type === 'yielded' || message.type === 'ended') &&
  'sessionId' in message &&
  typeof message.sessionId === 'string' &&
  'records' in message &&
  Array.isArray(message.records) &&
  message.records.every(isRecord);

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
