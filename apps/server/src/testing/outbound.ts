import type { CallbackResult } from '@assay/domain';
import type { Email, EmailResult, Outbound, OutgoingCallback } from '@assay/operations';

const accepted: CallbackResult = { type: 'responded', status: 204, retryAfter: null, response: '', durationMilliseconds: 3 };
const sent: EmailResult = { type: 'sent', response: '250 queued' };

/** Keeps what leaves the process, in order. Every receiver answers as the last call of `answerWith` said, at first with 204. */
export class RecordingOutbound implements Outbound {
  readonly callbacks: OutgoingCallback[] = [];
  readonly emails: Email[] = [];
  #answer: CallbackResult = accepted;

  answerWith(answer: CallbackResult = accepted): void {
    this.#answer = answer;
  }

  readonly sendCallback = async (callback: OutgoingCallback): Promise<CallbackResult> => {
    this.callbacks.push(callback);
    return this.#answer;
  };

  readonly sendEmail = async (email: Email): Promise<EmailResult> => {
    this.emails.push(email);
    return sent;
  };
}
