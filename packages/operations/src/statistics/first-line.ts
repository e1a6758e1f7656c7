import { picturesInWords } from '@assay/domain';

const longestPrompt = 200;

/** Of a prompt, for lists. */
export const firstLine = (prompt: string): string => {
  const line =
    picturesInWords(prompt)
      .trimStart()
      .split(/[\r\n]/, 1)[0] ?? '';
  return line.length <= longestPrompt ? line : `${line.slice(0, longestPrompt - 1)}…`;
};
