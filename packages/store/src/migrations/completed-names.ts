import type { DialectTraits } from '../db.ts';

/** The candidate's name when they completed the attempt; null in attempts that were completed before it was kept. */
export const completedNames = ({ ddl }: DialectTraits): string[] => ['alter table reports add column candidate_name text'].map(ddl);
