import type { ManagedInvitation } from '@assay/domain';
import { type Dialog, saveDialog } from '../core/dialog.ts';
import { lineOf } from '../core/line-input.ts';
import { copyOf, type Effect, go, notify } from '../core/screen.ts';
import { call, type Succeeded } from '../services/services.ts';
import { pdfText } from './pdf.ts';
import { reportScreen } from './report.tsx';

type ActionStart =
  | { readonly type: 'ask'; readonly dialog: Dialog }
  | { readonly type: 'do'; readonly effect: Effect }
  /** The status does not allow it: why. Help and hints leave such commands out. */
  | { readonly type: 'refused'; readonly effect: Effect }
  | { readonly type: 'none' };

const refuse = (text: string): ActionStart => ({ type: 'refused', effect: notify(text) });
const confirm = (title: string, lines: readonly string[], yes: ReturnType<typeof call>): ActionStart => ({
  type: 'ask',
  dialog: { kind: 'confirm', title, lines, yes },
});

/** The first step of a command on an invitation; when its status does not allow the command, a notice says why. */
export const startAction = (id: string, invitation: ManagedInvitation): ActionStart => {
  const { testInvitationId, fullName, emailId, status } = invitation;
  const notStarted = status === 'Pending' || status === 'Reset';
  switch (id) {
    case 'cancel':
      return notStarted
        ? confirm(
            `Cancel the invitation of ${fullName}?`,
            ['The take URL stops working at once.', 'Registering the candidate again invites once more.'],
            call('cancelInvitation', { testInvitationId }),
          )
        : refuse(`Only an invitation that is not started can be cancelled; this one is ${status}.`);
    case 'reattempt':
      return status === 'Completed'
        ? confirm(
            `Invite ${fullName} once more?`,
            [
              'A new invitation with its own take URL is made.',
              'The present one and its report stay as they are.',
              ...(invitation.current ? [] : ['There is a newer one already: if it is not started, it is cancelled.']),
            ],
            call('reattemptInvitation', { testInvitationId }),
          )
        : refuse(`A reattempt needs a completed invitation; this one is ${status}.`);
    case 'reset':
      return status === 'In progress' || status === 'Completed'
        ? confirm(
            `Reset the attempt of ${fullName}?`,
            ['The answers and the report of this attempt are archived.', 'The same take URL starts the test again from the beginning.'],
            call('resetInvitation', { testInvitationId }),
          )
        : refuse(`Only an attempt in progress or completed can be reset; this one is ${status}.`);
    case 'revoke-report-url':
      return confirm(
        `Revoke the report URLs of ${fullName}?`,
        ['Those in callbacks and mails that were sent so far stop working.', 'Sending a delivery again sends a new one.'],
        call('revokeReportUrl', { testInvitationId }),
      );
    case 'extend':
      return status === 'Completed' || status === 'Cancelled'
        ? refuse(`Extra time is given before an attempt is completed; this one is ${status}.`)
        : { type: 'ask', dialog: { kind: 'minutes', who: fullName, testInvitationId, line: lineOf(''), problem: null } };
    case 'resend':
      return notStarted || status === 'In progress'
        ? confirm(
            `Mail the invitation to ${emailId}?`,
            ['The candidate gets an email with the take URL.'],
            call('sendInvitationEmail', { testInvitationId }),
          )
        : refuse(`There is nothing to take any more: the invitation is ${status}.`);
    case 'copy':
      return { type: 'do', effect: copyOf(invitation.takeTestURL, 'Take URL') };
    case 'report':
      return { type: 'do', effect: go(reportScreen, { testInvitationId }) };
    case 'pdf':
    case 'open-pdf':
      if (invitation.reportStatus !== 'Generated') return refuse(`There is no PDF yet: the report is ${invitation.reportStatus}.`);
      return id === 'pdf'
        ? { type: 'ask', dialog: saveDialog({ testInvitationId, document: 'report' }, `Save the report of ${fullName} as`) }
        : { type: 'do', effect: call('openDocument', { testInvitationId, document: 'report' }) };
    default:
      return { type: 'none' };
  }
};

/** The notice after a change of an invitation; undefined when the event is of another call. */
export const doneText = (event: Succeeded): string | undefined => {
  switch (event.op) {
    case 'cancelInvitation':
      return 'The invitation is cancelled.';
    case 'reattemptInvitation':
      return `Invited once more: invitation ${event.value.testInvitationId}.`;
    case 'resetInvitation':
      return 'The attempt is archived; the same take URL starts again.';
    case 'revokeReportUrl':
      return 'The report URLs that were sent so far no longer open.';
    case 'giveExtraTime':
      return `Extra time: ${event.value.extraMinutes} minutes in all.`;
    case 'sendInvitationEmail':
      return `Mail to ${event.value.destination} is on its way (delivery ${event.value.deliveryId}).`;
    case 'openDocument':
    case 'exportDocument':
      return pdfText(event);
    default:
      return undefined;
  }
};
