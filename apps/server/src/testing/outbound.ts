import type { CallbackAnswer } from '@assay/domain';
import type { Email, EmailAnswer, Outbound, OutgoingCallback } from '@assay/operations';

const accepted: CallbackAnswer = { type: 'answered', status: 204, retryAfter: null, response: '', durationMilliseconds: 3 };
const sent: EmailAnswer = { type: 'sent', response: '250 queued' };

/** Keeps what leaves the process, in order. Every receiver answers as the last call of `answerWith` said, at first with 204. */
export class RecordingOutbound implements Outbound {
  readonly callbacks: OutgoingCallback[] = [];
  readonly emails: Email[] = [];
  #answer: CallbackAnswer = accepted;

  answerWith(answer: CallbackAnswer = accepted): void {
    this.#answer = answer;
  }

  readonly sendCallback = async (callback: OutgoingCallback): Promise<CallbackAnswer> => {
    this.callbacks.push(callback);
    return this.#answer;
  };

  readonly sendEmail = async (email: Email): Promise<EmailAnswer> => {
    this.emails.push(email);
    return sent;
  };
}
