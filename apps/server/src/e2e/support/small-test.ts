/** A test of a few numeric questions: question n asks for n, is worth 2 and costs 0.5 when wrong. */
export const smallTestFile = (questions: number) => ({
  name: 'Counting',
  duration: 60,
  sections: [
    {
      name: 'Numbers',
      questions: Array.from({ length: questions }, (_, index) => ({
        kind: 'numeric',
        prompt: `Write ${index + 1}`,
        marks: 2,
        penalty: 0.5,
        answer: index + 1,
      })),
    },
  ],
});
