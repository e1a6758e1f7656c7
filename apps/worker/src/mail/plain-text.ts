import { percentInWords } from '@assay/domain';
import type { Chosen, MailContent, Phrase, Score } from './content.ts';

const columns = 78;

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

// Isolated (U+2068 … U+2069), so that a right-to-left name does not reorder the rest of the line.
const isolate = ({ chosen }: Chosen): string => (rightToLeft.test(chosen) ? `\u2068${chosen}\u2069` : chosen);

const flat = (phrase: Phrase): string => phrase.map((part) => (typeof part === 'string' ? part : isolate(part))).join('');

const widthOf = (text: string): number => [...text].length;

/** Lines of at most 78 columns after `first`, with a hanging indent; a longer word gets a line of its own. */
const wrap = (text: string, first = ''): string => {
  const indent = ' '.repeat(widthOf(first));
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && widthOf(`${line} ${word}`) <= columns) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(`${lines.length === 0 ? first : indent}${word}`);
  }
  return lines.join('\n');
};

const scoreWords = (score: Score): string => {
  const percent = percentInWords(score.score, score.total);
  return `${score.score} of ${score.total}${percent === undefined ? '' : ` (${percent})`}`;
};

/** The plain text of a mail. */
export const renderText = (content: MailContent): string => {
  const facts = [...(content.score === null ? [] : [{ label: 'Score', value: [scoreWords(content.score)] }]), ...content.facts];
  const labelWidth = Math.max(...facts.map(({ label }) => widthOf(label))) + 2;
  const sections = content.sections.map(({ name, ...score }) => wrap(`${isolate(name)}: ${scoreWords(score)}`, '  '));
  return `${[
    wrap(flat(content.heading)),
    ...content.paragraphs.map((paragraph) => wrap(flat(paragraph))),
    facts.map(({ label, value }) => wrap(flat(value), label.padEnd(labelWidth))).join('\n'),
    ...(sections.length === 0 ? [] : [['Sections', ...sections].join('\n')]),
    ...(content.action === null ? [] : [`${content.action.label}:\n${content.action.url}`]),
    ...content.notes.map((note) => wrap(flat(note))),
    wrap(isolate(content.organization)),
  ].join('\n\n')}\n`;
};
