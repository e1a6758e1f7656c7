import type { AnswerStore } from './answer-store.ts';
import { createBackoff } from './backoff.ts';
import type { Browser } from './browser.ts';
import type { Protocol } from './protocol.ts';

// A switch fires blur and visibilitychange up to some 100 ms apart, and a shorter flicker is none.
const settleMs = 300;

// After a dialog the focus comes back late.
const afterDialogMs = 1_000;

// A page that is back within this was reloaded, not left.
const reloadMs = 15_000;

// The server takes 500; smaller ones still fit into a request that outlives the page.
const batch = 40;

type Deps = {
  readonly store: Pick<AnswerStore, 'events' | 'addEvent' | 'removeEvents' | 'away' | 'setAway'>;
  readonly protocol: Pick<Protocol, 'sendEvents'>;
  readonly browser: Pick<Browser, 'listen' | 'visible' | 'focused' | 'setTimeout' | 'clearTimeout' | 'random' | 'randomId'>;
  /** The server's time, ms; a promise while it is being asked again after a sleep. */
  readonly now: () => number | Promise<number>;
  readonly onLeft: () => void;
};

export type Leaving = {
  readonly watch: () => Promise<void>;
  /** Sends what is queued; resolves when tried. */
  readonly send: () => Promise<void>;
  /** Not counted until the function returned is called: permission prompts, file dialogs. */
  readonly suspend: () => () => void;
  readonly dispose: () => void;
};

/** One switch away from the test is one `left`, coming back one `returned`, however many events the browser makes of it. */
export const createLeaving = ({ store, protocol, browser, now, onLeft }: Deps): Leaving => {
  const backoff = createBackoff(browser.random);
  const ends: (() => void)[] = [];
  let here = true;
  let suspended = 0;
  let settling: { timer: number; since: number | Promise<number> | undefined } | undefined;
  let retry: number | undefined;
  let sending: Promise<void> | undefined;
  let again = false;
  let disposed = false;

  const isHere = () => browser.visible() && browser.focused();

  const note = async (type: 'left' | 'returned', since: number | Promise<number>, eventId = browser.randomId()) => {
    if (type === 'left') onLeft();
    const at = await since;
    await store.addEvent({ eventId, type, at });
    await store.setAway(type === 'left' ? { eventId, at, sure: true } : undefined);
    await send();
  };

  const judge = () => {
    const since = settling?.since ?? now();
    settling = undefined;
    if (disposed || suspended > 0 || isHere() === here) return;
    here = !here;
    void note(here ? 'returned' : 'left', since);
  };

  const look = (ms = settleMs) => {
    if (suspended > 0) return;
    if (settling !== undefined) browser.clearTimeout(settling.timer);
    const since = isHere() === here ? undefined : (settling?.since ?? now());
    settling = { since, timer: browser.setTimeout(judge, ms) };
  };

  const sendAll = async () => {
    for (let sent = true; sent && !disposed; ) {
      again = false;
      const events = (await store.events()).slice(0, batch);
      if (events.length === 0 && !again) return;
      if (events.length === 0) continue;
      const sentAt = await now();
      const result = await protocol.sendEvents(sentAt, events);
      if (result.type === 'unreachable') {
        browser.clearTimeout(retry);
        if (!disposed) retry = browser.setTimeout(() => void send(), backoff.next(result.retryAfterMs));
        return;
      }
      backoff.reset();
      // Taken over: the session that saves now finds them in the store. Any other refusal is for good.
      sent = result.type === 'ok' || result.statuscode !== '403.19';
      if (sent) await store.removeEvents(events.map(({ eventId }) => eventId));
    }
  };

  const send = (): Promise<void> => {
    again = true;
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  };

  /** The window may have been left before this load: closed, or switched away from and then reloaded. */
  const resume = async () => {
    const away = await store.away();
    if (away === undefined) return;
    const at = await now();
    if (!away.sure && at - away.at < reloadMs) return store.setAway(undefined);
    if (!away.sure) {
      onLeft();
      await store.addEvent({ eventId: away.eventId, type: 'left', at: away.at });
      await store.setAway({ ...away, sure: true });
    }
    here = false;
  };

  const leavePage = () => {
    const at = now();
    // What cannot be said at once cannot be said at all any more.
    if (here && typeof at === 'number') void store.setAway({ eventId: browser.randomId(), at, sure: false });
    void send();
  };

  return {
    watch: async () => {
      await resume();
      if (disposed) return;
      for (const event of ['visible', 'hidden', 'focus', 'blur'] as const) ends.push(browser.listen(event, () => look()));
      ends.push(browser.listen('pagehide', leavePage));
      ends.push(browser.listen('online', () => void send()));
      // A page taken back from the browser's cache: it was away all that time without a timer running.
      ends.push(browser.listen('pageshow', () => void resume().then(() => look())));
      look();
      await send();
    },
    send,
    suspend: () => {
      suspended += 1;
      if (settling !== undefined) browser.clearTimeout(settling.timer);
      settling = undefined;
      let over = false;
      return () => {
        if (over) return;
        over = true;
        suspended -= 1;
        if (!disposed && ends.length > 0) look(afterDialogMs);
      };
    },
    dispose: () => {
      disposed = true;
      if (settling !== undefined) browser.clearTimeout(settling.timer);
      browser.clearTimeout(retry);
      for (const end of ends) end();
    },
  };
};
