import { Box, Text } from 'ink';
import type { WindowDay } from '../../../time/window-days.ts';
import { dialogHeight } from '../../core/dialog.ts';
import { dialogKeys, formKeys, type IdOf, type KeySet, keySet } from '../../core/key-sets.ts';
import { editLine, lineOf, typeInto } from '../../core/line-input.ts';
import type { Command } from '../../core/screen.ts';
import { bodyHeight, type Env, faultHeight, type ScreenEvent, type ShownFault, type Step, shown, step } from '../../core/screen.ts';
import { cycle, fitAround, topFor } from '../../core/selection.ts';
import { FormRow } from '../../parts/FormRow.tsx';
import { Body, exitQuestion } from '../../parts/Parts.tsx';
import { Tone } from '../../parts/Tone.tsx';
import type { Link } from '../../services/links.ts';
import { call } from '../../services/services.ts';
import {
  draftOf,
  type Field,
  fieldsOf,
  findZones,
  type LinkDraft,
  type Problems,
  previewOf,
  readDraft,
  type TextField,
  windowOf,
  zoneLabel,
} from './draft.ts';
import { fewDays, modeLabel, utcText } from './link-text.ts';

/** While the zones that match are listed. */
export const zoneKeys = keySet({
  pick: { keys: ['enter'], hint: 'take this zone', help: 'Take the marked zone' },
  up: { keys: ['up'], help: 'Zone above' },
  down: { keys: ['down'], hint: 'next zone', help: 'Zone below' },
});
export type FormId = IdOf<typeof zoneKeys>;

/** The form that creates a test link, or changes `link`. `pick` is the selected line of the matching time zones. */
export type LinkFormState = {
  readonly testId: number;
  readonly link: Link | null;
  readonly draft: LinkDraft;
  readonly focus: Field;
  readonly pick: number;
  readonly problems: Problems;
  readonly touched: boolean;
  readonly confirmingExit: boolean;
  readonly saving: boolean;
  readonly fault: ShownFault | null;
};

export const startForm = ({ testId, link }: Pick<LinkFormState, 'testId' | 'link'>): Step<LinkFormState> =>
  step({
    testId,
    link,
    draft: draftOf(link),
    focus: 'name',
    pick: 0,
    problems: {},
    touched: false,
    confirmingExit: false,
    saving: false,
    fault: null,
  });

const picksZone = (state: LinkFormState): boolean => state.focus === 'zone' && state.draft.lines.zone.text !== '';

export const formActive = (state: LinkFormState): readonly KeySet[] => {
  if (state.confirmingExit) return [dialogKeys];
  return picksZone(state) ? [zoneKeys, formKeys] : [formKeys];
};

const textFields: ReadonlySet<Field> = new Set<TextField>([
  'name',
  'zone',
  'start',
  'end',
  'firstDay',
  'opens',
  'closes',
  'lastDay',
  'email',
]);
const isText = (field: Field): field is TextField => textFields.has(field);

const focusBy = (state: LinkFormState, by: number): LinkFormState => {
  const focus = cycle(fieldsOf(state.draft), state.focus, by);
  const lines = { ...state.draft.lines, zone: lineOf('') };
  return { ...state, focus, pick: 0, draft: { ...state.draft, lines } };
};

const change = (draft: LinkDraft, field: Field, by: number): LinkDraft => {
  switch (field) {
    case 'mode':
      return { ...draft, mode: cycle([0, 1, 2] as const, draft.mode, by) };
    case 'inviteOnly':
      return { ...draft, inviteOnly: !draft.inviteOnly };
    case 'webcam':
      return { ...draft, webcam: !draft.webcam };
    case 'active':
      return { ...draft, active: !draft.active };
    case 'stakeholder':
      return { ...draft, stakeholder: cycle(['account', 'nobody', 'address'] as const, draft.stakeholder, by) };
    default:
      return draft;
  }
};

const edited = (state: LinkFormState, draft: LinkDraft): LinkFormState => {
  const { [state.focus]: _, ...problems } = state.problems;
  return { ...state, draft, problems, touched: true, pick: 0 };
};

const save = (state: LinkFormState): Step<LinkFormState> => {
  if (state.saving) return step(state);
  const read = readDraft(state.draft);
  if (!read.ok) {
    const first = fieldsOf(state.draft).find((field) => read.problems[field] !== undefined);
    return step({ ...state, problems: read.problems, focus: first ?? state.focus });
  }
  const testLinkId = state.link?.testLinkId ?? null;
  return step(
    { ...state, saving: true, problems: {}, fault: null },
    call('saveLink', { testId: state.testId, testLinkId, link: read.link }),
  );
};

const pickZone = (state: LinkFormState): LinkFormState => {
  const zone = findZones(state.draft.lines.zone.text)[state.pick];
  if (zone === undefined) return state;
  return focusBy(edited(state, { ...state.draft, timeZoneId: zone.timeZoneId }), 1);
};

const command = (state: LinkFormState, event: Command<FormId>): Step<LinkFormState> => {
  switch (event.id) {
    case 'yes':
      return step(state, { type: 'back' });
    case 'leave':
      if (state.confirmingExit) return step({ ...state, confirmingExit: false });
      return state.touched ? step({ ...state, confirmingExit: true }) : step(state, { type: 'back' });
    case 'enter-field':
      return state.focus === fieldsOf(state.draft).at(-1) ? save(state) : step(focusBy(state, 1));
    case 'next-field':
      return step(focusBy(state, 1));
    case 'previous-field':
      return step(focusBy(state, -1));
    case 'up':
      return step({ ...state, pick: Math.max(0, state.pick - 1) });
    case 'down':
      return step({ ...state, pick: Math.min(findZones(state.draft.lines.zone.text).length - 1, state.pick + 1) });
    case 'pick':
      return step(pickZone(state));
    case 'save':
      return save(state);
    default:
      return step(state);
  }
};

export const reduceForm = (state: LinkFormState, event: ScreenEvent<FormId>): Step<LinkFormState> => {
  const { draft, focus } = state;
  switch (event.type) {
    case 'typed':
      if (isText(focus))
        return step(edited(state, { ...draft, lines: { ...draft.lines, [focus]: typeInto(draft.lines[focus], event.text) } }));
      return event.text === ' ' ? step(edited(state, change(draft, focus, 1))) : step(state);
    case 'edit':
      if (isText(focus))
        return step(edited(state, { ...draft, lines: { ...draft.lines, [focus]: editLine(draft.lines[focus], event.edit) } }));
      if (event.edit === 'right') return step(edited(state, change(draft, focus, 1)));
      return event.edit === 'left' ? step(edited(state, change(draft, focus, -1))) : step(state);
    case 'failed':
      return step({ ...state, saving: false, fault: shown(event) });
    case 'command':
      return command(state, event);
    // What is saved is shown by the screen of the link.
    case 'succeeded':
    case 'refresh':
    case 'due':
      return step(state);
  }
};

const labels: Readonly<Record<Field, string>> = {
  name: 'Name',
  mode: 'Access',
  zone: 'Time zone',
  start: 'From',
  end: 'Until',
  firstDay: 'First day',
  lastDay: 'Last day',
  opens: 'Opens at',
  closes: 'Closes at',
  inviteOnly: 'Who',
  webcam: 'Webcam',
  stakeholder: 'Report to',
  email: 'Address',
  active: 'State',
};

const zonesShown = 4;

const shownValue = ({ draft }: LinkFormState, field: Field) => {
  switch (field) {
    case 'mode':
      return modeLabel[draft.mode];
    case 'inviteOnly':
      return draft.inviteOnly ? 'invited candidates only' : 'anyone with the join URL';
    case 'webcam':
      return draft.webcam ? 'take images' : 'no images';
    case 'stakeholder':
      return { account: 'the email of the account', nobody: 'nobody', address: 'an address' }[draft.stakeholder];
    case 'active':
      return draft.active ? 'enabled' : 'disabled';
    default:
      return draft.lines[field];
  }
};

const noteOf = (state: LinkFormState, field: Field): string | undefined => {
  const { draft } = state;
  if (field === 'zone') return zoneLabel(draft.timeZoneId);
  const { start, end } = windowOf(draft);
  if ((field === 'start' || field === 'opens') && start !== null) return `= ${utcText(start)}`;
  if ((field === 'end' || field === 'closes') && end !== null) return `= ${utcText(end)}`;
  if (field === 'start' || field === 'end') return 'YYYY-MM-DD HH:MM';
  if (field === 'firstDay' || field === 'lastDay') return 'YYYY-MM-DD';
  return field === 'opens' || field === 'closes' ? 'HH:MM' : undefined;
};

const Zones = ({ state }: { readonly state: LinkFormState }) => {
  const zones = findZones(state.draft.lines.zone.text);
  const top = topFor(0, state.pick, zonesShown);
  return (
    <Box flexDirection="column" flexShrink={0}>
      {zones.slice(top, top + zonesShown).map((zone, place) => (
        <Text key={zone.timeZoneId} inverse={top + place === state.pick} wrap="truncate">
          {`${' '.repeat(15)}${top + place === state.pick ? '› ' : '  '}${zone.timeZoneId}  ${zoneLabel(zone.timeZoneId)}`}
        </Text>
      ))}
      {zones.length === 0 ? <Tone tone="bad">{`${' '.repeat(17)}No zone has this in its name.`}</Tone> : null}
    </Box>
  );
};

const linesOf = (state: LinkFormState, field: Field): number => {
  const zones = field === 'zone' && picksZone(state) ? Math.max(1, Math.min(zonesShown, findZones(state.draft.lines.zone.text).length)) : 0;
  return 1 + (state.problems[field] === undefined ? 0 : 1) + zones;
};

/** A line for each day, on at most half of the screen. */
const previewLines = (days: readonly WindowDay[], space: number): readonly string[] =>
  fewDays(days, Math.max(3, Math.floor(space / 2))).map(({ label, text }) => `  ${label.padEnd(15)}${text}`);

export const FormView = ({ state, env }: { readonly state: LinkFormState; readonly env: Env }) => {
  const body = bodyHeight(env);
  const preview = previewLines(previewOf(state.draft), body);
  const dialog = state.confirmingExit ? exitQuestion : null;
  const fields = fieldsOf(state.draft);
  const space = body - preview.length - 1 - faultHeight(state.fault, env) - dialogHeight(dialog, env);
  const lines = fields.map((field) => linesOf(state, field));
  const { from, to } = fitAround(lines, fields.indexOf(state.focus), space);
  return (
    <Body env={env} fault={state.fault} dialog={dialog}>
      {fields.slice(from, to).map((field) => (
        <Box key={field} flexDirection="column" flexShrink={0}>
          <FormRow
            label={labels[field]}
            focused={state.focus === field}
            value={shownValue(state, field)}
            note={noteOf(state, field)}
            problem={state.problems[field]}
          />
          {field === 'zone' && picksZone(state) ? <Zones state={state} /> : null}
        </Box>
      ))}
      {preview.map((line) => (
        <Text key={line} wrap="truncate">
          <Tone tone="quiet">{line}</Tone>
        </Text>
      ))}
      <Text wrap="truncate">
        <Tone tone="quiet">{state.saving ? '  Saving…' : '  ← → change a choice · type a time zone to find it'}</Tone>
      </Text>
    </Body>
  );
};
