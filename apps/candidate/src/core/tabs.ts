import type { AnswerRecord } from './answer-store.ts';
import type { Browser } from './browser.ts';

/** `claimed`: that tab saves now. `yielded`: the tab that did hands over all it had. `ended`: the attempt is over. */
export type TabMessage = {
  readonly type: 'claimed' | 'yielded' | 'ended';
  readonly sessionId: string;
  readonly records: readonly AnswerRecord[];
};

export type Tabs = {
  readonly tell: (type: TabMessage['type'], records?: readonly AnswerRecord[]) => void;
  readonly dispose: () => void;
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
  readonly hear: (message: TabMessage) => void;
};

/** Speaks with the other tabs of this browser on the same attempt, so that a takeover shows at once; the server's word is what counts. */
export const createTabs = ({ name, sessionId, browser, hear }: Deps): Tabs => {
  const channel = browser.openChannel(name, (message) => {
    if (isTabMessage(message) && message.sessionId !== sessionId) hear(message);
  });
  let open = true;
  return {
    tell: (type, records = []) => {
      // Posting to a closed channel throws.
      if (open) channel?.post({ type, sessionId, records } satisfies TabMessage);
    },
    dispose: () => {
      open = false;
      channel?.close();
    },
  };
};
