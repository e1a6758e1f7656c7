import type { Scope } from '../core/bindings.ts';
import { type Dialog, dialogScopes, reduceOpenDialog } from '../core/dialog.ts';
import { copyOf, go, notify, type ScreenEvent, type ShownFault, type Step, shown, step, without } from '../core/screen.ts';
import { type Call, call, type Link, type LinkSettings } from '../services/services.ts';

/** One test link. */
export type LinkState = {
  readonly screen: 'link';
  readonly testId: number;
  readonly testLinkId: number;
  readonly link: Link | null;
  readonly settings: LinkSettings | null;
  readonly dialog: Dialog | null;
  readonly fault: ShownFault | null;
};

const load = ({ testId, testLinkId }: LinkState): Call[] => [
  call('getLink', { testId, testLinkId }),
  call('getLinkSettings', { testLinkId }),
];

export const startLink = (testId: number, testLinkId: number): Step<LinkState> => {
  const state: LinkState = { screen: 'link', testId, testLinkId, link: null, settings: null, dialog: null, fault: null };
  return step(state, ...load(state));
};

export const linkScopes = (state: LinkState): readonly Scope[] => (state.dialog === null ? ['link', 'global'] : dialogScopes(state.dialog));

const toggle = (link: Link): Dialog => {
  const { testId, testLinkId, joinUrl: _, ...fields } = link;
  return {
    kind: 'confirm',
    title: `${link.active ? 'Disable' : 'Enable'} ${link.testLinkName}?`,
    lines: link.active
      ? ['Nobody can join or start by this test link any more.', 'Attempts in progress go on; it can be enabled again.']
      : ['Candidates can join and start by this test link again, within its access window.'],
    yes: call('saveLink', { testId, testLinkId, link: { ...fields, active: !link.active } }),
  };
};

const toggleConfirmation = ({ testLinkId }: Link, { confirmEmail }: LinkSettings): Dialog => ({
  kind: 'confirm',
  title: confirmEmail ? 'Let candidates in without confirming their address?' : 'Let candidates confirm their address first?',
  lines: confirmEmail
    ? ['People who register by the join URL go straight to the test.']
    : ['People who register by the join URL get a mail, and are invited once the address in it is opened.'],
  yes: call('saveLinkSettings', { testLinkId, confirmEmail: !confirmEmail }),
});

const command = (state: LinkState, event: ScreenEvent & { type: 'command' }): Step<LinkState> => {
  const { link, testId, testLinkId } = state;
  if (link === null) return step(state);
  switch (event.id) {
    case 'edit':
      return step(state, go({ screen: 'link-form', testId, link }));
    case 'toggle':
      return step({ ...state, dialog: toggle(link) });
    case 'confirm-email':
      return state.settings === null ? step(state) : step({ ...state, dialog: toggleConfirmation(link, state.settings) });
    case 'copy':
      return step(state, copyOf(link.joinUrl, 'Join URL'));
    case 'register':
      return step(state, go({ screen: 'register', testId, testLinkId }));
    case 'import':
      return step(state, go({ screen: 'import', testId, testLinkId }));
    default:
      return step(state);
  }
};

export const reduceLink = (state: LinkState, event: ScreenEvent): Step<LinkState> => {
  const inDialog = reduceOpenDialog(state, event);
  if (inDialog !== undefined) return inDialog;
  switch (event.type) {
    case 'refresh':
      return step(state, ...load(state));
    case 'succeeded':
      if (event.op === 'getLink') return step({ ...state, link: event.value, fault: without(state.fault, event.op) });
      if (event.op === 'getLinkSettings') return step({ ...state, settings: event.value, fault: without(state.fault, event.op) });
      if (event.op === 'saveLinkSettings')
        return step(
          { ...state, settings: event.value, fault: null },
          notify(event.value.confirmEmail ? 'Candidates confirm their address first.' : 'Candidates go straight to the test.'),
        );
      if (event.op !== 'saveLink') return step(state);
      return step(
        { ...state, link: event.value, fault: null },
        notify(event.value.active ? 'The test link is enabled.' : 'The test link is disabled.'),
      );
    case 'failed':
      return step({ ...state, fault: shown(event) });
    case 'command':
      return command(state, event);
    case 'typed':
    case 'edit':
    case 'due':
      return step(state);
  }
};
