import type { CodeSubmission, CodeToken } from '@assay/domain';
import { acceptedInWords, codeLines, differenceInWords, marksInWords, typingInWords, verdictInWords } from '@assay/domain';
import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { engineText, shownCode, verdictTone } from '../../output/code-text.ts';
import { cell, oneLine } from '../../output/text.ts';
import { type Dialog, linesLeft, saveDialog, unlessAsking } from '../core/dialog.ts';
import { globalKeys, type IdOf, keySet, scrollRows } from '../core/key-sets.ts';
import { defineScreen, type Env, notify, orFault, type ScreenEvent, type ShownFault, type Step, step, without } from '../core/screen.ts';
import { Body, Empty, type Fact, Facts, freeLine } from '../parts/Parts.tsx';
import { Tone, type ToneName } from '../parts/Tone.tsx';
import { call } from '../services/services.ts';
import { reducePdf } from './pdf.ts';

const keys = keySet({
  'next-program': { keys: ['n', 'right', 'l'], hint: 'next program', help: 'Next program' },
  'last-program': { keys: ['b'], hint: 'program before', help: 'Program before' },
  pdf: { keys: ['p'], hint: 'save PDF', help: 'Save all programs as PDF' },
  'open-pdf': { keys: ['o'], help: 'Open all programs as PDF, from a copy that is removed when you quit' },
  ...scrollRows,
});
type Id = IdOf<typeof keys>;

/** The programs of an invitation, one at a time; `top` is the first line of cases and program on the screen. */
type CodeState = {
  readonly testInvitationId: number;
  readonly submissions: readonly CodeSubmission[] | null;
  readonly place: number;
  readonly top: number;
  /** The PDF is on its way. */
  readonly busy: boolean;
  readonly dialog: Dialog | null;
  readonly fault: ShownFault | null;
};

const start = ({ testInvitationId }: { readonly testInvitationId: number }): Step<CodeState> =>
  step(
    { testInvitationId, submissions: null, place: 0, top: 0, busy: false, dialog: null, fault: null },
    call('readSubmissions', { testInvitationId }),
  );

/** All above the cases and the program. */
const factsOf = (one: CodeSubmission): readonly Fact[] => {
  const status = one.language === null ? 'no answer' : one.status === 'waiting' ? 'waiting to be graded' : acceptedInWords(one);
  return [
    ['Question', oneLine(`${one.questionId} · ${one.prompt}`)],
    ['Verdicts', [status, engineText(one)].filter((text) => text !== null).join(' · ')],
    ['Marks', marksInWords(one)],
    ['Typed', typingInWords(one)],
    freeLine,
  ];
};

export const programHeight = (state: CodeState, env: Env): number => {
  const one = state.submissions?.[state.place];
  // Below the program is said where in it one is, and that a PDF is being made.
  return Math.max(2, linesLeft(state, env, (one === undefined ? 0 : factsOf(one).length) + 2));
};

/** Lines below the facts: the cases, a free line, and the program. */
const scrolledLines = ({ cases, source }: CodeSubmission): number =>
  source === null ? 0 : cases.length + 1 + source.replace(/\r?\n$/, '').split('\n').length;

const reduce = (state: CodeState, event: ScreenEvent<Id>, env: Env): Step<CodeState> => {
  const { testInvitationId, submissions } = state;
  const pdf = { testInvitationId, document: 'programs' } as const;
  const ofPdf = reducePdf(state, event);
  if (ofPdf !== undefined) return ofPdf;
  const one = submissions?.[state.place];
  const last = Math.max(0, (one === undefined ? 0 : scrolledLines(one)) - programHeight(state, env));
  const scroll = (by: number): Step<CodeState> => step({ ...state, top: Math.min(last, Math.max(0, state.top + by)) });
  const show = (place: number): Step<CodeState> => (submissions?.[place] === undefined ? step(state) : step({ ...state, place, top: 0 }));
  switch (event.type) {
    case 'refresh':
      return step(state, call('readSubmissions', { testInvitationId }));
    case 'succeeded':
      return event.op === 'readSubmissions'
        ? step({ ...state, submissions: event.value, fault: without(state.fault, event.op) })
        : step(state);
    case 'command':
      switch (event.id) {
        case 'up':
          return scroll(-1);
        case 'down':
          return scroll(1);
        case 'page-up':
          return scroll(-programHeight(state, env));
        case 'page-down':
          return scroll(programHeight(state, env));
        case 'next-program':
          return show(state.place + 1);
        case 'last-program':
          return show(state.place - 1);
        case 'pdf':
        case 'open-pdf':
          if (state.busy || submissions === null) return step(state);
          if (one === undefined) return step(state, notify('There is no PDF: there are no programs.'));
          return event.id === 'pdf'
            ? step({ ...state, dialog: saveDialog(pdf, `Save the programs of invitation ${testInvitationId} as`) })
            : step({ ...state, busy: true, fault: null }, call('openDocument', pdf));
        default:
          return step(state);
      }
    default:
      return orFault(state, event);
  }
};

const tones: { readonly [Kind in CodeToken['kind']]?: ToneName } = { comment: 'quiet', text: 'good', number: 'busy' };

const CaseLine = ({ one }: { readonly one: CodeSubmission['cases'][number] }) => {
  const tone = verdictTone(one);
  return (
    <Text wrap="truncate">
      {cell(one.name, 16)} <Tone tone={tone === 'good' || tone === 'bad' ? tone : 'busy'}>{cell(verdictInWords(one), 22)}</Tone>
      {one.leftOut ? ' '.repeat(11) : ` ${one.seconds.toFixed(2).padStart(6)} s  `}
      <Tone tone="quiet">{differenceInWords(one)}</Tone>
    </Text>
  );
};

const ProgramLine = ({
  tokens,
  number,
  width,
}: {
  readonly tokens: readonly CodeToken[];
  readonly number: number;
  readonly width: number;
}) => (
  <Text wrap="truncate">
    <Tone tone="quiet">{`${String(number).padStart(width)}  `}</Tone>
    {tokens.map(({ kind, text }, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line has the same token twice.
      <Text key={place} bold={kind === 'keyword'}>
        <Tone tone={tones[kind] ?? 'plain'}>{shownCode(text)}</Tone>
      </Text>
    ))}
  </Text>
);

/** Only what is seen is drawn. */
const linesOf = (one: CodeSubmission, top: number, height: number): readonly ReactNode[] => {
  if (one.language === null || one.source === null) return [];
  const lines = codeLines(one.language, one.source.replace(/\r?\n$/, ''));
  const width = String(lines.length).length;
  return Array.from({ length: height }, (_, index) => {
    const at = top + index;
    const of = one.cases[at];
    if (of !== undefined) return <CaseLine key={at} one={of} />;
    const number = at - one.cases.length;
    const tokens = lines[number - 1];
    return tokens === undefined ? <Text key={at}> </Text> : <ProgramLine key={at} tokens={tokens} number={number} width={width} />;
  });
};

const View = ({ state, env }: { readonly state: CodeState; readonly env: Env }) => {
  const { submissions, place } = state;
  if (submissions === null) return <Body env={env} fault={state.fault} reading="Reading the programs…" />;
  const one = submissions[place];
  if (one === undefined)
    return (
      <Body env={env} fault={state.fault}>
        <Empty env={env} text="No programs: the test asks for none, or the attempt is not completed." />
      </Body>
    );
  const height = programHeight(state, env);
  const all = scrolledLines(one);
  const top = Math.min(state.top, Math.max(0, all - height));
  return (
    <Body env={env} fault={state.fault} dialog={state.dialog}>
      <Facts facts={factsOf(one)} />
      <Box flexDirection="column">{linesOf(one, top, Math.min(height, all))}</Box>
      <Tone tone="quiet">
        {`Program ${place + 1} of ${submissions.length}${all > height ? ` · lines ${top + 1}–${Math.min(all, top + height)} of ${all}` : ''}`}
      </Tone>
      {state.busy ? <Text>Making the PDF…</Text> : null}
    </Body>
  );
};

export const codeScreen = defineScreen({
  title: () => 'Programs',
  keys,
  place: 'on the programs of a report',
  active: unlessAsking(keys, globalKeys),
  start,
  reduce,
  View,
});
