export const questionKinds = ['single-choice', 'multiple-choice', 'numeric', 'text', 'coding', 'sql', 'essay', 'file'] as const;
export type QuestionKind = (typeof questionKinds)[number];
