import { type CodeSubmission, type CodeToken, codeLines, engineInWords, revealed } from '@assay/domain';
import type { Paint, Tone } from './paint.ts';

const tones: { readonly [Kind in CodeToken['kind']]?: Tone } = { comment: 'quiet', text: 'good', number: 'waiting', keyword: 'strong' };

/** A part of a line that is safe to print in a terminal, and hides nothing. */
export const shownCode = (text: string): string => revealed(text).replaceAll('\t', '    ');

/** The lines of a program with their numbers. */
export const programLines = (language: NonNullable<CodeSubmission['language']>, source: string, paint: Paint): readonly string[] => {
  const lines = codeLines(language, source.replace(/\n$/, ''));
  const width = String(lines.length).length;
  return lines.map((tokens, index) => {
    const text = tokens.map(({ kind, text }) => {
      const shown = shownCode(text);
      const tone = tones[kind];
      return tone === undefined ? shown : paint(tone, shown);
    });
    return `${paint('quiet', String(index + 1).padStart(width))}  ${text.join('')}`.trimEnd();
  });
};

type Case = CodeSubmission['cases'][number];

export const verdictTone = ({ verdict, leftOut }: Pick<Case, 'verdict' | 'leftOut'>): Tone =>
  verdict === 'accepted' ? 'good' : verdict === 'not-run' || leftOut ? 'waiting' : 'bad';

export const engineText = (one: CodeSubmission): string | null =>
  one.language === null ? null : `${one.language} ${engineInWords(one)}`.trimEnd();
