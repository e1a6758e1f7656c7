/** Scripts that put no space between words: each of these characters counts as one, as word processors count them. */
const unspaced =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|(?:(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana})\S)+/gu;

/**
 * Words of a text: what stands between white space and has a letter or a digit. Not `Intl.Segmenter`, whose words differ between
 * versions of ICU: the candidate's page and the grader's must say the same number.
 */
export const countWords = (text: string): number => (text.match(unspaced) ?? []).filter((part) => /[\p{L}\p{N}]/u.test(part)).length;
