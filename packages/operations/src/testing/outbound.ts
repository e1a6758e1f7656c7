import type { CallbackResult } from '@assay/domain';
import type { Email, EmailResult, Outbound, OutgoingCallback } from '../support/outbound.ts';

type Receiver = (callback: OutgoingCallback, signal: AbortSignal | undefined) => Promise<CallbackResult>;
type Mailbox = (email: Email, signal: AbortSignal | undefined) => Promise<EmailResult>;

/** What a receiver of callbacks answers; it took 12.4 ms. */
export const answered = (status: number, { retryAfter = null as number | null, response = 'thanks' } = {}): CallbackResult => ({
  type: 'responded',
  status,
  retryAfter,
  response,
  durationMilliseconds: 12.4,
});

export const notAnswered = (type: 'unreachable' | 'refused', error: string): CallbackResult => ({ type, error, durationMilliseconds: 3 });

/** Never answers; ends as `Outbound` says, with the reason of `signal`. */
export const hang = (_: unknown, signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

let hosts = 0;
/** A receiver that nobody else in this run has; `receive` and `callbacksTo` know it by its host. */
export const newReceiver = (): { readonly host: string; readonly url: string } => {
  hosts += 1;
  const host = `hook-${hosts}.example`;
  return { host, url: `https://${host}/done?from=assay` };
};

/** Stands where HTTP and SMTP leave the process: keeps what was sent, and answers what a test wants. By itself it takes everything. */
export class FakeOutbound implements Outbound {
  readonly callbacks: OutgoingCallback[] = [];
  readonly emails: Email[] = [];
  readonly #receivers = new Map<string, Receiver>();
  readonly #mailboxes = new Map<string, Mailbox>();
  #usual = answered(204);

  /** Every receiver without one of its own responds so from now on; at first, and without `result`, with 204. */
  respondWith(result: CallbackResult = answered(204)): void {
    this.#usual = result;
  }

  /** Answers for a host and all below it. */
  receive(domain: string, receiver: Receiver): void {
    this.#receivers.set(domain, receiver);
  }

  /** Answers for an address. */
  accept(address: string, mailbox: Mailbox): void {
    this.#mailboxes.set(address, mailbox);
  }

  /** Takes everything again. */
  forget(): void {
    this.#receivers.clear();
    this.#mailboxes.clear();
  }

  callbacksTo(host: string): OutgoingCallback[] {
    return this.callbacks.filter(({ url }) => new URL(url).host === host);
  }

  emailsTo(address: string): Email[] {
    return this.emails.filter(({ to }) => to === address);
  }

  /** Permits every address but those of 10.0.0.0/8, which stand for all that a policy forbids. */
  readonly refuseCallback: Outbound['refuseCallback'] = (url) =>
    new URL(url).hostname.startsWith('10.') ? 'the address is not public' : null;

  readonly sendCallback: Outbound['sendCallback'] = (callback, signal) => {
    this.callbacks.push(callback);
    const { host } = new URL(callback.url);
    for (const [domain, receiver] of this.#receivers) if (host === domain || host.endsWith(`.${domain}`)) return receiver(callback, signal);
    return Promise.resolve(this.#usual);
  };

  readonly sendEmail: Outbound['sendEmail'] = (email, signal) => {
    this.emails.push(email);
    return this.#mailboxes.get(email.to)?.(email, signal) ?? Promise.resolve({ type: 'sent', response: '250 queued' });
  };
}
