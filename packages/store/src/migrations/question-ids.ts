import type { DialectTraits } from '../db.ts';

/** The ids of a version's questions, beside its definition: null in versions from before, whose ids come from the content. */
export const questionIds = ({ ddl }: DialectTraits): string[] => ['alter table test_versions add column question_ids text'].map(ddl);
