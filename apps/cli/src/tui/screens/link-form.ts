import type { Scope } from '../core/bindings.ts';
import { editLine, lineOf, typeInto } from '../core/line-input.ts';
import { notify, type ScreenEvent, type ShownFault, type Step, shown, step } from '../core/screen.ts';
import { cycle } from '../core/selection.ts';
import { call, type Link } from '../services/services.ts';
import { draftOf, type Field, fieldsOf, findZones, type LinkDraft, type Problems, readDraft, type TextField } from './link-draft.ts';

/** The form that creates a test link, or changes `link`. `pick` is the selected line of the matching time zones. */
export type LinkFormState = {
  readonly screen: 'link-form';
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

export const startLinkForm = (testId: number, link: Link | null): Step<LinkFormState> =>
  step({
    screen: 'link-form',
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

export const linkFormScopes = (state: LinkFormState): readonly Scope[] => {
  if (state.confirmingExit) return ['dialog'];
  return picksZone(state) ? ['zone', 'form'] : ['form'];
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

const command = (state: LinkFormState, event: ScreenEvent & { type: 'command' }): Step<LinkFormState> => {
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

export const reduceLinkForm = (state: LinkFormState, event: ScreenEvent): Step<LinkFormState> => {
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
    case 'succeeded':
      if (event.op !== 'saveLink') return step(state);
      return step(
        { ...state, saving: false, touched: false },
        ...(state.link === null
          ? [{ type: 'replace', to: { screen: 'link', testId: state.testId, testLinkId: event.value.testLinkId } } as const]
          : [{ type: 'back' } as const]),
        notify(state.link === null ? 'The test link is made.' : 'The test link is changed.'),
      );
    case 'failed':
      return step({ ...state, saving: false, fault: shown(event) });
    case 'command':
      return command(state, event);
    case 'refresh':
    case 'due':
      return step(state);
  }
};
