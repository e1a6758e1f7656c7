import { picturesInWords } from '@assay/domain';

const fence = /^[ \t]*(?:`{3,}|~{3,}).*(?:\r?\n)?/gmu;

/** A prompt as plain text: without the lines that begin and end its code, and with its pictures in words. */
export const plainPrompt = (prompt: string): string => picturesInWords(prompt).replace(fence, '');
