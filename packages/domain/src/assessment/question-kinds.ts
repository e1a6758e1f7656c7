export const questionKinds = ['single-choice', 'multiple-choice', 'numeric', 'text'] as const;
export type QuestionKind = (typeof questionKinds)[number];
