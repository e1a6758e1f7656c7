import { Text } from 'ink';
import { bar, count, percent } from '../../output/text.ts';
import { linesLeft } from '../core/dialog.ts';
import { globalKeys, type IdOf, keySet, listKeys } from '../core/key-sets.ts';
import {
  type Command,
  defineScreen,
  type Env,
  go,
  routeTo,
  type ScreenEvent,
  type ShownFault,
  type Step,
  shown,
  step,
  without,
} from '../core/screen.ts';
import { firstSelected, move, reselect, type Selection } from '../core/selection.ts';
import type { ColumnSpec } from '../parts/columns.ts';
import { Body, Empty, type Fact, Facts, fact, freeLine } from '../parts/Parts.tsx';
import { Table, type TableRow, windowOf } from '../parts/Table.tsx';
import { Tone } from '../parts/Tone.tsx';
import type { TestOverview } from '../services/reads.ts';
import { call } from '../services/services.ts';
import { deliveriesScreen } from './deliveries.tsx';
import { importScreen } from './import.tsx';
import { invitationsScreen } from './invitations.tsx';
import { modeLabel, stateText, windowText } from './link/link-text.ts';
import { linkFormScreen, linkScreen } from './link/screen.tsx';
import { registerScreen } from './register.tsx';
import { statisticsScreen } from './statistics.tsx';

const keys = keySet({
  open: { keys: ['enter', 'right'], hint: 'open link', help: 'Open the test link' },
  invitations: { keys: ['i'], hint: 'invitations', help: 'Invitations of the test' },
  'new-link': { keys: ['n'], hint: 'new link', help: 'New test link', needs: 'invite' },
  register: { keys: ['a'], hint: 'register', help: 'Register a candidate', needs: 'invite' },
  import: { keys: ['m'], hint: 'CSV', help: 'Register many candidates from a CSV file', needs: 'invite' },
  deliveries: { keys: ['d'], hint: 'deliveries', help: 'Deliveries of the test' },
  statistics: { keys: ['s'], hint: 'statistics', help: 'How the questions of the test work, and how reliable it is', needs: 'manage' },
  pane: { keys: ['tab'], hint: 'sections', help: 'Change between sections and test links' },
});
type Id = IdOf<typeof keys>;

/** One test: its funnel, and one pane of either its test links or its sections. */
type TestState = {
  readonly testId: number;
  readonly overview: TestOverview | null;
  readonly pane: 'links' | 'sections';
  readonly links: Selection;
  readonly sections: Selection;
  readonly fault: ShownFault | null;
};

const start = ({ testId }: { readonly testId: number }): Step<TestState> =>
  step({ testId, overview: null, pane: 'links', links: firstSelected, sections: firstSelected, fault: null }, call('readTest', { testId }));

/** All above the table. */
const headOf = ({ test, links, sections }: TestOverview, pane: TestState['pane'], env: Env): readonly Fact[] => {
  const { invited, started, completed } = test.counts;
  const width = Math.max(10, env.columns - 30);
  const bars = (label: string, amount: number): Fact =>
    fact(
      null,
      <>
        {`  ${label.padEnd(10)}${String(amount).padStart(7)}  `}
        <Tone tone="good">{bar(invited === 0 ? 0 : amount / invited, width)}</Tone>
        {invited === 0 ? '' : ` ${percent(amount / invited)}`}
      </>,
    );
  return [
    fact(
      null,
      <>
        <Tone tone={test.status === 'Active' ? 'good' : 'quiet'}>{test.status}</Tone>
        {` · version ${test.version} · ${test.duration} min · ${count(test.questions, 'question')} · ${test.totalScore} marks${test.key === null ? '' : ` · ${test.key}`}`}
      </>,
    ),
    freeLine,
    bars('Invited', invited),
    bars('Started', started),
    bars('Completed', completed),
    freeLine,
    fact(
      null,
      <>
        <Text bold underline={pane === 'links'}>{`Test links ${links.length}`}</Text>
        {'   '}
        <Text bold underline={pane === 'sections'}>{`Sections ${sections.length}`}</Text>
        <Tone tone="quiet">{'   tab changes'}</Tone>
      </>,
    ),
  ];
};

const paneHeight = (state: TestState, env: Env): number => {
  const head = state.overview === null ? [] : headOf(state.overview, state.pane, env);
  // The heading of the table.
  return Math.max(3, linesLeft(state, env, head.length + 1));
};

const paneIds = (overview: TestOverview | null, pane: TestState['pane']): number[] =>
  pane === 'links' ? (overview?.links ?? []).map((link) => link.testLinkId) : (overview?.sections ?? []).map((_, position) => position);

/** The commands that need nothing but the test. */
export const routesOf = (testId: number) => ({
  invitations: routeTo(invitationsScreen, { testId }),
  'new-link': routeTo(linkFormScreen, { testId, link: null }),
  register: routeTo(registerScreen, { testId, testLinkId: null }),
  import: routeTo(importScreen, { testId, testLinkId: null }),
  deliveries: routeTo(deliveriesScreen, { testId }),
  statistics: routeTo(statisticsScreen, { testId }),
});

const moveTo = (state: TestState, event: Command<Id>): Step<TestState> => {
  const { testId } = state;
  switch (event.id) {
    case 'open': {
      const link = state.pane === 'links' ? state.overview?.links[state.links.index] : undefined;
      return link === undefined ? step(state) : step(state, go(linkScreen, { testId, testLinkId: link.testLinkId }));
    }
    case 'invitations':
    case 'new-link':
    case 'register':
    case 'import':
    case 'deliveries':
    case 'statistics':
      return step(state, { type: 'go', to: routesOf(testId)[event.id] });
    case 'pane':
      return step({ ...state, pane: state.pane === 'links' ? 'sections' : 'links' });
    default:
      return step(state);
  }
};

const reduce = (state: TestState, event: ScreenEvent<Id>, env: Env): Step<TestState> => {
  switch (event.type) {
    case 'refresh':
      return step(state, call('readTest', { testId: state.testId }));
    case 'succeeded': {
      if (event.op !== 'readTest') return step(state);
      const overview = event.value;
      const read = { ...state, overview, fault: without(state.fault, event.op) };
      const height = paneHeight(read, env);
      return step({
        ...read,
        links: reselect(state.links, paneIds(overview, 'links'), height),
        sections: reselect(state.sections, paneIds(overview, 'sections'), height),
      });
    }
    case 'failed':
      return step(event.op === 'readTest' ? { ...state, fault: shown(event) } : state);
    case 'command': {
      const moved = move(state[state.pane], event.id, paneIds(state.overview, state.pane), paneHeight(state, env));
      return moved === undefined ? moveTo(state, event) : step({ ...state, [state.pane]: moved });
    }
    case 'typed':
    case 'edit':
    case 'due':
      return step(state);
  }
};

const linkColumns: readonly ColumnSpec[] = [
  { title: 'Test link', share: 1 },
  { title: 'State', width: 8 },
  { title: 'Access', width: 12 },
  { title: 'Window, in its zone', width: 35, from: 72 },
];

const sectionColumns: readonly ColumnSpec[] = [
  { title: 'Section', share: 1 },
  { title: 'Type', width: 18 },
  { title: 'Questions', width: 9, align: 'right' },
  { title: 'Minutes', width: 7, align: 'right' },
];

const rowsOf = (overview: TestOverview, pane: TestState['pane']): TableRow[] =>
  pane === 'links'
    ? overview.links.map((link) => ({
        key: link.testLinkId,
        cells: [
          link.testLinkName,
          { text: stateText(link), tone: link.active ? 'good' : 'quiet' },
          modeLabel[link.accessTime],
          windowText(link),
        ],
      }))
    : overview.sections.map((section, place) => ({
        key: place,
        cells: [
          section.sectionName,
          section.sectionType.toLowerCase(),
          String(section.questions),
          section.duration === 0 ? '–' : String(section.duration),
        ],
      }));

const View = ({ state, env }: { readonly state: TestState; readonly env: Env }) => {
  const { overview, pane } = state;
  if (overview === null) return <Body env={env} fault={state.fault} reading="Reading the test…" />;
  const all = rowsOf(overview, pane);
  const { rows, selected } = windowOf(all, state[pane], paneHeight(state, env));
  return (
    <Body env={env} fault={state.fault}>
      <Facts facts={headOf(overview, pane, env)} />
      <Table columns={pane === 'links' ? linkColumns : sectionColumns} env={env} rows={rows} selected={selected} />
      {all.length === 0 ? <Empty env={env} text="No test links yet: n makes one, and a registers a candidate without one." /> : null}
    </Body>
  );
};

export const testScreen = defineScreen({
  title: (state) => state.overview?.test.testName ?? `Test ${state.testId}`,
  keys,
  place: 'on a test',
  active: () => [keys, listKeys, globalKeys],
  start,
  reduce,
  View,
});
