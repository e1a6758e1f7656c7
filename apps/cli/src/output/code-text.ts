import { type CodeSubmission, type CodeToken, codeLines, type Verdict } from '@assay/domain';
import type { Paint, Tone } from './paint.ts';
import { count, oneLine } from './text.ts';

const tones: { readonly [Kind in CodeToken['kind']]?: Tone } = { comment: 'quiet', text: 'good', number: 'waiting', keyword: 'strong' };

/** The lines of a program with their numbers. */
export const programLines = (language: NonNullable<CodeSubmission['language']>, source: string, paint: Paint): readonly string[] => {
  const lines = codeLines(language, source.replace(/\n$/, ''));
  const width = String(lines.length).length;
  return lines.map((tokens, index) => {
    const text = tokens.map(({ kind, text }) => {
      const shown = oneLine(text.replaceAll('\t', '    '));
      const tone = tones[kind];
      return tone === undefined ? shown : paint(tone, shown);
    });
    return `${paint('quiet', String(index + 1).padStart(width))}  ${text.join('')}`.trimEnd();
  });
};

export const verdictTone = (verdict: Verdict): Tone => (verdict === 'accepted' ? 'good' : verdict === 'not-run' ? 'waiting' : 'bad');

const quoted = (text: string | null): string => (text === null ? 'nothing' : JSON.stringify(text));

/** `token 2 in line 1: "4" is expected, not "3"` */
export const differenceText = ({ difference, line }: CodeSubmission['cases'][number]): string => {
  if (difference === undefined) return line === undefined ? '' : `in line ${line}`;
  const { unit, place, line: lineOfToken, expected, actual } = difference;
  const where = [unit, String(place)].filter((one) => one !== '').join(' ');
  return oneLine(
    `${where}${lineOfToken === undefined ? '' : ` in line ${lineOfToken}`}: ${quoted(expected)} is expected, not ${quoted(actual)}`,
  );
};

/** `3 of 4 cases accepted` */
export const acceptedText = ({ cases }: CodeSubmission): string =>
  `${cases.filter(({ verdict }) => verdict === 'accepted').length} of ${count(cases.length, 'case')} accepted`;

export const scoreText = ({ score, marks }: CodeSubmission): string => (score === null ? `none yet, of ${marks}` : `${score} of ${marks}`);

export const limitsText = ({ limits }: CodeSubmission): string | null =>
  limits === null ? null : `${limits.seconds} s and ${limits.memory} MB for each case`;

export const engineText = ({ language, version, engine }: CodeSubmission): string | null =>
  language === null ? null : [language, version, engine === null ? null : `(${engine})`].filter((one) => one !== null).join(' ');

export const typingText = ({ typing }: CodeSubmission): string =>
  typing.edits === 0
    ? 'nothing was recorded'
    : `${count(typing.edits, 'edit')}, ${count(typing.typed, 'character')} typed, ${typing.pasted.toLocaleString('en-US')} pasted in ${count(typing.pastes, 'paste')}`;

/** Rounds before the last one: verdicts that a regrade replaced. */
export const earlierRounds = ({ rounds }: CodeSubmission): readonly string[] =>
  rounds.slice(0, -1).map(({ round, testVersion, verdicts }) => {
    const counts = Object.entries(verdicts).map(([verdict, cases]) => `${cases} ${verdict}`);
    return `round ${round}, version ${testVersion}: ${counts.length === 0 ? 'not graded' : counts.join(', ')}`;
  });
