import { signal } from '@preact/signals';
import { createBackoff } from './backoff.ts';
import { checkField } from './join-fields.ts';
import { createJoin } from './join-protocol.ts';
import type { Outcome } from './protocol.ts';
import { createPulse } from './pulse.ts';
import { createServerClock } from './server-clock.ts';
import type { EndReason, FieldFault, JoinController, JoinDeps, JoinDetails, JoinField, JoinScreen } from './types.ts';

const endings: Readonly<Record<string, EndReason>> = { '403.12': 'closed', '403.14': 'inactive', '404.1': 'unknown' };

const screenOf = (details: JoinDetails): JoinScreen => {
  const { access } = details;
  switch (access.state) {
    case 'open':
      return { screen: 'form', details, busy: false, problem: null };
    case 'not-open':
    case 'outside-slot':
      return { screen: 'waiting', details, reason: access.state, opensAt: Date.parse(access.opensAt) };
    case 'closed':
    case 'inactive':
      return { screen: 'ended', details, reason: access.state };
  }
};

type Answered = Outcome<{ readonly takeTestURL: string }>;
type Form = Extract<JoinScreen, { screen: 'form' }>;

/** Where the server's answer to a registration leads; undefined when the state is to be asked for again. */
const afterJoin = (form: Form, emailId: string, answered: Answered): JoinScreen | undefined => {
  const { details } = form;
  if (answered.type === 'ok') return { screen: 'joined', details, takeTestURL: answered.value.takeTestURL };
  if (answered.type === 'unreachable')
    return { ...form, busy: false, problem: { type: answered.retryAfterMs === undefined ? 'unreachable' : 'busy' } };
  if (answered.statuscode === '403.22') return { screen: 'mailed', details, emailId };
  if (answered.statuscode === '403.21') return { ...form, busy: false, problem: { type: 'invite-only' } };
  if (answered.statuscode === '403.11' || answered.statuscode === '403.13') return undefined;
  const reason = endings[answered.statuscode];
  if (reason !== undefined) return { screen: 'ended', details, reason };
  return { ...form, busy: false, problem: { type: 'refused', message: answered.message } };
};

/** The page of `/join/{key}`; see `JoinController`. Nothing happens before `load()`. */
export const createJoinController = ({ joinUrl, browser }: JoinDeps): JoinController => {
  const screen = signal<JoinScreen>({ screen: 'loading' });
  const untilOpen = signal(0);
  const online = signal(browser.online());
  const fields = signal<Readonly<Record<JoinField, string>>>({ emailId: '', fullName: '' });
  const faults = signal<Readonly<Record<JoinField, FieldFault | null>>>({ emailId: null, fullName: null });
  const judged = new Set<JoinField>();
  const protocol = createJoin({ joinUrl, web: browser });
  // No time is told before registering: the device's clock, held against its own jumps, is what the countdown has.
  const clock = createServerClock(browser);
  const backoff = createBackoff(browser.random);
  let asking: Promise<void> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let retryTimer: number | undefined;
  let disposed = false;

  const show = (next: JoinScreen) => {
    if (disposed) return;
    screen.value = next;
    pulse.beat();
  };

  const ask = async () => {
    browser.clearTimeout(retryTimer);
    askedAt = browser.monotonic();
    const outcome = await protocol.state();
    if (disposed) return;
    if (outcome.type === 'unreachable') {
      if (screen.value.screen === 'loading') show({ screen: 'unreachable' });
      retryTimer = browser.setTimeout(() => void refresh(), backoff.next(outcome.retryAfterMs));
      return;
    }
    backoff.reset();
    if (outcome.type === 'ok') show(screenOf(outcome.value));
    else show({ screen: 'ended', details: null, reason: endings[outcome.statuscode] ?? 'fault' });
  };

  const refresh = (): Promise<void> => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };

  const pulse = createPulse(browser, () => {
    const now = screen.value;
    untilOpen.value = now.screen === 'waiting' ? Math.max(0, clock.remaining(now.opensAt)) : 0;
    if (now.screen === 'waiting' && untilOpen.value === 0 && browser.monotonic() - askedAt > 5_000) void refresh();
    return 1_000;
  });

  const judge = (field: JoinField) => {
    judged.add(field);
    faults.value = { ...faults.value, [field]: checkField(field, fields.value[field]) };
  };

  const retry = () => {
    online.value = browser.online();
    if (screen.value.screen === 'unreachable') void refresh();
  };
  const ends = [
    browser.listen('online', retry),
    browser.listen('offline', () => {
      online.value = false;
    }),
  ];

  return {
    screen,
    untilOpen,
    online,
    fields,
    faults,
    load: () => void refresh(),
    type: (field, text) => {
      fields.value = { ...fields.value, [field]: text };
      if (judged.has(field)) judge(field);
    },
    blur: (field) => {
      // Who only passes through an empty field is not told off.
      if (fields.value[field] !== '' || judged.has(field)) judge(field);
    },
    submit: async () => {
      const form = screen.value;
      if (form.screen !== 'form' || form.busy) return false;
      judge('emailId');
      judge('fullName');
      if (faults.value.emailId !== null || faults.value.fullName !== null) return false;
      show({ ...form, busy: true, problem: null });
      const visitor = { emailId: fields.value.emailId.trim(), fullName: fields.value.fullName.trim() };
      const next = afterJoin(form, visitor.emailId, await protocol.join(visitor));
      if (next === undefined) await refresh();
      else show(next);
      return true;
    },
    retry,
    dispose: () => {
      disposed = true;
      pulse.dispose();
      browser.clearTimeout(retryTimer);
      for (const end of ends) end();
    },
  };
};
