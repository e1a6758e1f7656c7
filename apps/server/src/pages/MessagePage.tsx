import type { Refusal, RefusalCode } from '@assay/domain';

type Words = { readonly heading: string; readonly advice: string };

const ask = 'If you think this is a mistake, write to whoever invited you.';
const copied = 'Open it once more from your invitation. If that does not help, write to whoever invited you.';
const later = 'Wait a moment, then reload this page. Answers that were saved are safe.';

const words = {
  'request.invalid': { heading: 'This could not be read', advice: 'Go back, check what you entered and try again.' },
  'request.unauthenticated': { heading: 'Not allowed', advice: copied },
  'request.forbidden': { heading: 'Not allowed', advice: ask },
  'invitation.not-cancellable': { heading: 'Not possible', advice: ask },
  'invitation.not-reattemptable': { heading: 'Not possible', advice: ask },
  'take.not-open': { heading: 'This test is not open yet', advice: 'Come back then with the same address.' },
  'take.closed': { heading: 'This test is closed', advice: 'If you could not take it, write to whoever invited you.' },
  'take.outside-slot': { heading: 'This test is closed for the day', advice: 'Come back then with the same address.' },
  'take.inactive': { heading: 'This test is not active', advice: ask },
  'take.cancelled': { heading: 'This invitation was cancelled', advice: ask },
  'take.deadline-passed': { heading: 'The time is over', advice: 'Answers that were saved before the deadline count.' },
  'take.completed': { heading: 'This test is already submitted', advice: 'There is nothing more for you to do.' },
  'take.superseded': {
    heading: 'There is a newer invitation',
    advice: 'Look for a newer mail from whoever invited you and use the address in it.',
  },
  'take.taken-over': { heading: 'The test goes on elsewhere', advice: 'Another tab or device has taken over; go on there.' },
  'join.invite-only': {
    heading: 'By invitation only',
    advice: 'Use the address in your own invitation, or write to whoever gave you this one.',
  },
  'join.already-invited': {
    heading: 'You are already invited',
    advice: 'Look into your mail, also among spam, for the address of your test.',
  },
  'resource.not-found': { heading: 'Page not found', advice: copied },
  'route.not-found': { heading: 'Page not found', advice: copied },
  'method.not-allowed': { heading: 'Not possible', advice: copied },
  'resource.conflict': { heading: 'Something changed meanwhile', advice: 'Reload this page and try again.' },
  'report.link-expired': {
    heading: 'This address has expired',
    advice: 'Ask whoever sent it for a new one, or open the report in Assay.',
  },
  'body.too-large': { heading: 'Too much text', advice: 'Go back, shorten your longest answers and save again.' },
  'media-type.unsupported': { heading: 'This could not be read', advice: copied },
  'request.rate-limited': { heading: 'Too many requests', advice: later },
  'service.fault': { heading: 'Something went wrong on our side', advice: later },
  'service.unavailable': { heading: 'Not available at present', advice: later },
} as const satisfies Record<RefusalCode, Words>;

export const headingOf = ({ code }: Refusal): string => words[code].heading;

export const adviceOf = ({ code }: Refusal): string => words[code].advice;

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

export const MessagePage = ({ refusal }: { refusal: Refusal }) => (
  <div class="card message">
    <h1>{headingOf(refusal)}</h1>
    <p class="lead">{sentence(refusal.message)}</p>
    <p>{adviceOf(refusal)}</p>
  </div>
);
