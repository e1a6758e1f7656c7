import type { ManagedInvitation } from '@assay/domain';
import { Box, Text } from 'ink';
import { needsInvite } from '../../output/join-url.ts';
import { chop, oneLine } from '../../output/text.ts';
import { dialogKeys, formKeys } from '../core/key-sets.ts';
import { editLine, type LineInput, lineOf, typeInto } from '../core/line-input.ts';
import type { Env } from '../core/screen.ts';
import { defineScreen, type ScreenEvent, type ShownFault, type Step, shown, step, without } from '../core/screen.ts';
import { cycle } from '../core/selection.ts';
import { FormRow } from '../parts/FormRow.tsx';
import { Body, exitQuestion } from '../parts/Parts.tsx';
import { Tone } from '../parts/Tone.tsx';
import type { Link } from '../services/links.ts';
import { call } from '../services/services.ts';

const registerFields = ['fullName', 'emailId', 'link', 'sendEmail', 'callbackURL', 'redirectURL'] as const;
type RegisterField = (typeof registerFields)[number];
type TextField = Exclude<RegisterField, 'link' | 'sendEmail'>;

/** The form that registers one candidate; `last` is the invitation it created last. */
type RegisterState = {
  readonly testId: number;
  readonly links: readonly Link[];
  readonly testLinkId: number | null;
  readonly lines: Readonly<Record<TextField, LineInput>>;
  readonly sendEmail: boolean;
  readonly focus: RegisterField;
  readonly problems: Partial<Record<RegisterField, string>>;
  readonly confirmingExit: boolean;
  readonly saving: boolean;
  readonly refusal: string | null;
  readonly last: ManagedInvitation | null;
  readonly fault: ShownFault | null;
};

const blank = { fullName: lineOf(''), emailId: lineOf(''), callbackURL: lineOf(''), redirectURL: lineOf('') };

const start = ({ testId, testLinkId }: Pick<RegisterState, 'testId' | 'testLinkId'>): Step<RegisterState> =>
  step(
    {
      testId,
      links: [],
      testLinkId,
      lines: blank,
      sendEmail: true,
      focus: 'fullName',
      problems: {},
      confirmingExit: false,
      saving: false,
      refusal: null,
      last: null,
      fault: null,
    },
    call('readTest', { testId }),
  );

/** Whether something was typed that is not registered. */
const isTouched = ({ lines }: RegisterState): boolean => Object.values(lines).some(({ text }) => text.trim() !== '');

const save = (state: RegisterState): Step<RegisterState> => {
  if (state.saving) return step(state);
  const text = (field: TextField): string => state.lines[field].text.trim();
  const problems: RegisterState['problems'] = {
    ...(text('fullName') === '' ? { fullName: 'A candidate needs a name.' } : {}),
    ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text('emailId')) ? {} : { emailId: 'Write an email address.' }),
  };
  const first = registerFields.find((field) => problems[field] !== undefined);
  if (first !== undefined) return step({ ...state, problems, focus: first });
  const candidate = {
    emailId: text('emailId'),
    fullName: text('fullName'),
    sendEmail: state.sendEmail,
    ...(state.testLinkId === null ? {} : { testLinkId: state.testLinkId }),
    ...(text('callbackURL') === '' ? {} : { callbackURL: text('callbackURL') }),
    ...(text('redirectURL') === '' ? {} : { redirectURL: text('redirectURL') }),
  };
  return step(
    { ...state, saving: true, problems: {}, refusal: null, fault: null },
    call('inviteCandidates', { testId: state.testId, candidates: [candidate] }),
  );
};

const turn = (state: RegisterState, by: number): RegisterState => {
  if (state.focus === 'sendEmail') return { ...state, sendEmail: !state.sendEmail };
  return { ...state, testLinkId: cycle([null, ...state.links.map((link) => link.testLinkId)], state.testLinkId, by) };
};

const edited = (state: RegisterState, field: TextField, line: LineInput): RegisterState => {
  const { [field]: _, ...problems } = state.problems;
  return { ...state, lines: { ...state.lines, [field]: line }, problems };
};

const reduce = (state: RegisterState, event: ScreenEvent<never>): Step<RegisterState> => {
  const { focus } = state;
  const chooses = focus === 'link' || focus === 'sendEmail';
  switch (event.type) {
    case 'typed':
      if (chooses) return step(event.text === ' ' ? turn(state, 1) : state);
      return step(edited(state, focus, typeInto(state.lines[focus], event.text)));
    case 'edit':
      if (chooses) return step(event.edit === 'right' ? turn(state, 1) : event.edit === 'left' ? turn(state, -1) : state);
      return step(edited(state, focus, editLine(state.lines[focus], event.edit)));
    case 'succeeded': {
      if (event.op === 'readTest') return step({ ...state, links: event.value.links, fault: without(state.fault, event.op) });
      if (event.op !== 'inviteCandidates') return step(state);
      const result = event.value.results[0];
      if (result?.ok !== true || result.invitation === null)
        return step({ ...state, saving: false, refusal: result?.error ?? 'The service gave no result.' });
      if (result.finished)
        return step({
          ...state,
          saving: false,
          refusal: `Has completed the test in invitation ${result.invitation.testInvitationId}: nothing is changed.`,
        });
      return step({ ...state, saving: false, last: result.invitation, lines: blank, focus: 'fullName' });
    }
    case 'failed':
      return step({ ...state, saving: false, fault: shown(event) });
    case 'command': {
      if (event.id === 'yes') return step(state, { type: 'back' });
      if (event.id === 'leave') {
        if (state.confirmingExit) return step({ ...state, confirmingExit: false });
        return isTouched(state) ? step({ ...state, confirmingExit: true }) : step(state, { type: 'back' });
      }
      if (event.id === 'save' || (event.id === 'enter-field' && focus === registerFields.at(-1))) return save(state);
      const by = event.id === 'next-field' || event.id === 'enter-field' ? 1 : event.id === 'previous-field' ? -1 : 0;
      return step({ ...state, focus: cycle(registerFields, focus, by) });
    }
    case 'refresh':
    case 'due':
      return step(state);
  }
};

const labels: Readonly<Record<RegisterField, string>> = {
  fullName: 'Name',
  emailId: 'Email',
  link: 'Test link',
  sendEmail: 'Invitation',
  callbackURL: 'Callback URL',
  redirectURL: 'Redirect URL',
};

const shownValue = (state: RegisterState, field: RegisterField) => {
  if (field === 'sendEmail') return state.sendEmail ? 'mail it' : 'do not mail it';
  if (field !== 'link') return state.lines[field];
  if (state.testLinkId === null) return 'none';
  return oneLine(state.links.find((link) => link.testLinkId === state.testLinkId)?.testLinkName ?? `link ${state.testLinkId}`);
};

const View = ({ state, env }: { readonly state: RegisterState; readonly env: Env }) => (
  <Body env={env} fault={state.fault} dialog={state.confirmingExit ? exitQuestion : null}>
    {registerFields.map((field) => (
      <FormRow
        key={field}
        label={labels[field]}
        focused={state.focus === field}
        value={shownValue(state, field)}
        problem={state.problems[field]}
        note={field === 'callbackURL' || field === 'redirectURL' ? '(may stay empty)' : undefined}
      />
    ))}
    <Tone tone="quiet">{state.saving ? '  Registering…' : '  ← → change a choice · ctrl-s registers'}</Tone>
    {state.refusal === null ? null : (
      <Box marginTop={1} flexDirection="column">
        <Tone tone="bad">{`✗ ${oneLine(state.refusal)}`}</Tone>
        <Text>{'  Correct the fields and press ctrl-s again.'}</Text>
      </Box>
    )}
    {state.last === null ? null : (
      <Box marginTop={1} flexDirection="column">
        <Text wrap="truncate">
          <Tone tone="good">{`✓ ${oneLine(state.last.fullName)} is registered: invitation ${state.last.testInvitationId}`}</Tone>
        </Text>
        {chop(state.last.takeTestURL ?? needsInvite, env.columns - 2).map((part) => (
          <Text key={part}>{part}</Text>
        ))}
      </Box>
    )}
  </Body>
);

export const registerScreen = defineScreen({
  title: () => 'Register a candidate',

  keys: formKeys,
  active: ({ confirmingExit }) => [confirmingExit ? dialogKeys : formKeys],
  start,
  reduce,
  View,
});
