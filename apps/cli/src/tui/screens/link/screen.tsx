import type { LinkSettings } from '@assay/domain';
import { needsInvite } from '../../../output/join-url.ts';
import { chop, oneLine } from '../../../output/text.ts';
import { type Dialog, reduceOpenDialog, unlessAsking } from '../../core/dialog.ts';
import { globalKeys, type IdOf, keySet } from '../../core/key-sets.ts';
import {
  bodyHeight,
  type Command,
  copyOf,
  defineScreen,
  type Env,
  go,
  notify,
  orFault,
  routeTo,
  type ScreenEvent,
  type ShownFault,
  type Step,
  step,
  without,
} from '../../core/screen.ts';
import { Body, type Fact, Facts, fact, freeLine } from '../../parts/Parts.tsx';
import { Tone } from '../../parts/Tone.tsx';
import type { Link } from '../../services/links.ts';
import { type Call, call } from '../../services/services.ts';
import { importScreen } from '../import.tsx';
import { registerScreen } from '../register.tsx';
import { zoneLabel } from './draft.ts';
import { type FormId, FormView, formActive, type LinkFormState, reduceForm, startForm, zoneKeys } from './form.tsx';
import { modeLabel, stateText, windowFacts, windowText } from './link-text.ts';

const keys = keySet({
  edit: { keys: ['e', 'enter'], hint: 'edit', help: 'Edit the test link', needs: 'invite' },
  toggle: { keys: ['t'], hint: 'enable/disable', help: 'Enable or disable the test link', needs: 'invite' },
  'confirm-email': { keys: ['o'], help: 'Let candidates confirm their email address by a mail, or not', needs: 'manage' },
  copy: { keys: ['c'], hint: 'copy URL', help: 'Copy the join URL' },
  register: { keys: ['a'], hint: 'register', help: 'Register a candidate by this test link', needs: 'invite' },
  import: { keys: ['m'], hint: 'CSV', help: 'Register many candidates by this test link from a CSV file', needs: 'invite' },
});
type Id = IdOf<typeof keys>;

/** One test link. */
type LinkState = {
  readonly testId: number;
  readonly testLinkId: number;
  readonly link: Link | null;
  readonly settings: LinkSettings | null;
  readonly dialog: Dialog | null;
  readonly fault: ShownFault | null;
};

const load = ({ testId, testLinkId }: LinkState): Call[] => [
  call('readLink', { testId, testLinkId }),
  call('getLinkSettings', { testLinkId }),
];

const start = ({ testId, testLinkId }: Pick<LinkState, 'testId' | 'testLinkId'>): Step<LinkState> => {
  const state: LinkState = { testId, testLinkId, link: null, settings: null, dialog: null, fault: null };
  return step(state, ...load(state));
};

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
  title: confirmEmail === 1 ? 'Let candidates in without confirming their address?' : 'Let candidates confirm their address first?',
  lines:
    confirmEmail === 1
      ? ['People who register by the join URL go straight to the test.']
      : ['People who register by the join URL get a mail, and are invited once the address in it is opened.'],
  yes: call('updateLinkSettings', { testLinkId, confirmEmail: confirmEmail === 1 ? 0 : 1 }),
});

const command = (state: LinkState, event: Command<Id>): Step<LinkState> => {
  const { link, testId, testLinkId } = state;
  if (link === null) return step(state);
  switch (event.id) {
    case 'edit':
      return step(state, go(linkFormScreen, { testId, link }));
    case 'toggle':
      return step({ ...state, dialog: toggle(link) });
    case 'confirm-email':
      return state.settings === null ? step(state) : step({ ...state, dialog: toggleConfirmation(link, state.settings) });
    case 'copy':
      return step(state, copyOf(link.joinUrl, 'Join URL'));
    case 'register':
      return step(state, go(registerScreen, { testId, testLinkId }));
    case 'import':
      return step(state, go(importScreen, { testId, testLinkId }));
    default:
      return step(state);
  }
};

const reduce = (state: LinkState, event: ScreenEvent<Id>): Step<LinkState> => {
  const inDialog = reduceOpenDialog(state, event);
  if (inDialog !== undefined) return inDialog;
  switch (event.type) {
    case 'refresh':
      return step(state, ...load(state));
    case 'succeeded':
      if (event.op === 'readLink') return step({ ...state, link: event.value, fault: without(state.fault, event.op) });
      if (event.op === 'getLinkSettings') return step({ ...state, settings: event.value, fault: without(state.fault, event.op) });
      if (event.op === 'updateLinkSettings')
        return step(
          { ...state, settings: event.value, fault: null },
          notify(event.value.confirmEmail === 1 ? 'Candidates confirm their address first.' : 'Candidates go straight to the test.'),
        );
      if (event.op !== 'saveLink') return step(state);
      return step(
        { ...state, link: event.value, fault: null },
        notify(event.value.active ? 'The test link is enabled.' : 'The test link is disabled.'),
      );
    case 'command':
      return command(state, event);
    default:
      return orFault(state, event);
  }
};

const factsOf = (link: Link, { settings }: LinkState, env: Env): readonly Fact[] => {
  const before: readonly Fact[] = [
    ['Name', oneLine(link.testLinkName)],
    fact('State', <Tone tone={link.active ? 'good' : 'quiet'}>{stateText(link)}</Tone>),
    ['Access', modeLabel[link.accessTime]],
    ...(link.startDateTime === null || link.endDateTime === null ? [] : [fact('Window', windowText(link))]),
  ];
  const after: readonly Fact[] = [
    ['Zone', zoneLabel(link.timeZoneId)],
    ['Who', link.inviteCandidateOnly ? 'invited candidates only' : 'anyone with the join URL'],
    ...(settings === null ? [] : [fact('Email', settings.confirmEmail === 1 ? 'confirmed by a mail before the test' : 'not confirmed')]),
    ['Webcam', link.imageProctoring ? 'images are taken' : 'no images'],
    ['Report to', oneLine(link.emailToStakeholder ?? 'nobody')],
    freeLine,
    fact(null, <Tone tone="quiet">Join URL (c copies it)</Tone>),
    ...chop(link.joinUrl ?? needsInvite, env.columns - 2).map((part) => fact(null, part)),
  ];
  const days = windowFacts(link, Math.max(3, bodyHeight(env) - before.length - after.length));
  return [...before, ...days.map(({ label, text }) => fact(label, text)), ...after];
};

const View = ({ state, env }: { readonly state: LinkState; readonly env: Env }) => (
  <Body env={env} fault={state.fault} dialog={state.dialog} reading={state.link === null ? 'Reading the test link…' : undefined}>
    {state.link === null ? null : <Facts facts={factsOf(state.link, state, env)} />}
  </Body>
);

export const linkScreen = defineScreen({
  title: (state) => state.link?.testLinkName ?? `Test link ${state.testLinkId}`,
  keys,
  place: 'on a test link',
  active: unlessAsking(keys, globalKeys),
  start,
  reduce,
  View,
});

const reduceLinkForm = (state: LinkFormState, event: ScreenEvent<FormId>): Step<LinkFormState> => {
  if (event.type !== 'succeeded' || event.op !== 'saveLink') return reduceForm(state, event);
  const { testId, testLinkId } = event.value;
  return step(
    { ...state, saving: false, touched: false },
    state.link === null ? { type: 'replace', to: routeTo(linkScreen, { testId, testLinkId }) } : { type: 'back' },
    notify(state.link === null ? 'The test link is made.' : 'The test link is changed.'),
  );
};

/** The form that makes a test link, or changes `link`. */
export const linkFormScreen = defineScreen({
  title: ({ link }: LinkFormState) => (link === null ? 'New test link' : `Edit ${link.testLinkName}`),
  keys: zoneKeys,
  active: formActive,
  start: startForm,
  reduce: reduceLinkForm,
  View: FormView,
});
