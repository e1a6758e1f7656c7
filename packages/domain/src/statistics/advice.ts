/** What to look at in a question, and what to do about it. The compiler demands words for each. */
export const adviceFor = {
  'other-key':
    'The present version of the test has another key than the one that grades some of these attempts. Regrade the test first; until then the rest of what stands here may be about the former key.',
  'check-key':
    'Candidates who did well on the rest of the test got it wrong more often than the others. Check the key first, then whether the prompt can be read in two ways.',
  'better-distractor':
    'Those who chose a wrong option did better on the whole than those who chose a right one. Check whether that option is right too, or the key is wrong.',
  'weak-discrimination':
    'Who gets it right hardly depends on how good they are on the rest. Make the prompt more precise, or ask something that belongs to the test.',
  'too-easy':
    'Nearly everybody gets it right. It says nothing about candidates: make it harder, or keep it only as a first question that calms.',
  'too-hard': 'Hardly anybody gets it right. Check the key and whether it is part of what the role needs; then make it easier, or drop it.',
  'often-blank': 'Many leave it blank. Is it too long, too late in the test, or is the penalty too high?',
  'unused-option': 'A wrong option is hardly ever chosen. Replace it by a mistake that people really make.',
} as const;
export type Flag = keyof typeof adviceFor;
export const flags = Object.keys(adviceFor) as [Flag, ...Flag[]];
