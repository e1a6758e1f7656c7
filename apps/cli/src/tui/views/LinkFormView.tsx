import { Box, Text } from 'ink';
import type { WindowDay } from '../../time/window-days.ts';
import { dialogHeight } from '../core/dialog.ts';
import { bodyHeight, type Env, faultHeight } from '../core/screen.ts';
import { fitAround, topFor } from '../core/selection.ts';
import { type Field, fieldsOf, findZones, previewOf, windowOf, zoneLabel } from '../screens/link-draft.ts';
import type { LinkFormState } from '../screens/link-form.ts';
import { FormRow } from './FormRow.tsx';
import { fewDays, modeLabel, utcText } from './link-text.ts';
import { Body, exitQuestion } from './Parts.tsx';
import { Tone } from './Tone.tsx';

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

const isPicking = ({ focus, draft }: LinkFormState): boolean => focus === 'zone' && draft.lines.zone.text !== '';

const linesOf = (state: LinkFormState, field: Field): number => {
  const zones = field === 'zone' && isPicking(state) ? Math.max(1, Math.min(zonesShown, findZones(state.draft.lines.zone.text).length)) : 0;
  return 1 + (state.problems[field] === undefined ? 0 : 1) + zones;
};

/** A line for each day, on at most half of the screen. */
const previewLines = (days: readonly WindowDay[], space: number): readonly string[] =>
  fewDays(days, Math.max(3, Math.floor(space / 2))).map(({ label, text }) => `  ${label.padEnd(15)}${text}`);

export const LinkFormView = ({ state, env }: { readonly state: LinkFormState; readonly env: Env }) => {
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
          {field === 'zone' && isPicking(state) ? <Zones state={state} /> : null}
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
