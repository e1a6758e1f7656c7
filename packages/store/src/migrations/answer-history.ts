import type { DialectTraits } from '../db.ts';

/**
 * When each answer was changed, and which question was on the screen from when on: columns of rows that are written anyway, so that a save
 * stays one statement. What an earlier version writes has no entries.
 */
export const answerHistory = ({ ddl }: DialectTraits): string[] =>
  ["alter table answers add column history text not null default ''", "alter table places add column visits text not null default ''"].map(
    ddl,
  );
