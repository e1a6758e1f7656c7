import { describe, expect, it } from 'vitest';
import { postgresTraits } from '../postgres/traits.ts';
import { sqliteTraits } from '../sqlite/traits.ts';
import { migrationsOf } from './migrate.ts';
import type { Migration, Migrations } from './online.ts';

/** A few rows per account, so that a statement about all of them is short. */
const small = 'accounts|api_keys|callback_secrets|image_sweeps|migrations|probes';

/** What PostgreSQL does under a lock for as long as the table is large, and how it is written instead. */
const outages: readonly (readonly [RegExp, string])[] = [
  [
    /^alter table \w+ alter (column )?\w+ (set data )?type\b/,
    'rewrites the table: add a column, fill it, drop the old one in a later release',
  ],
  [
    /^alter table \w+ add (column )?(?!constraint|check|foreign|primary|unique)[^,]* default (?!-?\d|'|null\b|true\b|false\b)/,
    'rewrites the table unless the default is a constant: add the column without one, and fill it',
  ],
  [/^alter table \w+ add (column )?[^,]* (generated|bigserial|serial|identity)\b/, 'rewrites the table'],
  [
    /^alter table \w+ add (column )?(?!constraint|check)\w+ [^,]*\b(check|unique|primary key)\b/,
    'reads the table: add the constraint apart, `not valid`, and validate it',
  ],
  [/^alter table \w+ add (column )?\w+ [^,]*\bnot null\b(?!.*default)/, 'fails where there are rows'],
  [/^alter table \w+ add (constraint \w+ )?(unique|primary key) ?\(/, 'builds an index: create it first, then `using index`'],
  [
    /^alter table \w+ add (constraint \w+ )?(check|foreign key)\b(?!.* not valid$)/,
    'reads the table: `not valid`, then `validate constraint`',
  ],
  [/^alter table (\w+) set (logged|unlogged|tablespace)/, 'rewrites the table'],
  [/^(cluster|vacuum full|lock|truncate|refresh materialized view)\b/, 'locks the table'],
  [/^reindex (?!.*concurrently)/, 'locks the table: `concurrently`'],
  [new RegExp(`^update (?!(${small})\\b)`), 'locks all rows until the last is written: a fill'],
  [new RegExp(`^delete from (?!(${small})\\b)`), 'locks all rows until the last is deleted: in slices, by a loop of the worker'],
  [
    new RegExp(`^insert into \\w+ .*\\bselect\\b.*\\bfrom (?!(${small})\\b)`),
    'is one transaction of all rows: let requests write both, and fill',
  ],
  [/^create (unlogged )?table \w+ (\([^)]*\) )?as\b/, 'is one transaction of all rows: let requests write both, and fill'],
  // What the other forms would not see.
  [/^alter table (only|if exists) /, 'has a form that is not checked here: leave the word out'],
  [/^alter table .*, ?(add|alter|drop) /, 'is several changes: a statement for each'],
  [/^(with|do|call) /, 'has a form that is not checked here: say the statement itself'],
  // The form that is built concurrently has a name and no condition on the one that is there: an interrupted build leaves one.
  [/^create (unique )?index (?!\w+ on )/, 'is not built beside writes: `create index name on …`'],
];

const takesAway = /^(drop (table|view)|alter table \w+ (drop|rename|alter (column )?\w+ (set not null|drop default)))\b/;

const normalized = (statement: string): string => statement.replace(/\s+/g, ' ').trim().toLowerCase();

const textsOf = ({ statements }: Migration): string[] => statements.flatMap((each) => (typeof each === 'string' ? [normalized(each)] : []));

/** `set not null` only reads the table if no valid constraint says the same. */
const isProven = (statement: string, before: readonly string[]): boolean => {
  const table = /^alter table (\w+) alter (?:column )?\w+ set not null$/.exec(statement)?.[1];
  return before.some((each) => each.startsWith(`alter table ${table} validate constraint`));
};

const faultsOf = (migration: Migration): string[] => {
  const texts = textsOf(migration);
  return texts.flatMap((statement, index) => {
    const reasons = outages.flatMap(([form, reason]) => (form.test(statement) ? [reason] : []));
    if (/ set not null$/.test(statement) && !isProven(statement, texts.slice(0, index)))
      reasons.push('reads the table: first a check `not valid` and `validate constraint`');
    return reasons.map((reason) => `${statement}: ${reason}`);
  });
};

/** What a migration takes away, programs of a known one before it must do without. */
const needsFaultsOf = (migrations: Migrations): string[] =>
  Object.entries(migrations).flatMap(([name, migration]) => {
    if (migration.needs !== undefined) return migration.needs in migrations && migration.needs < name ? [] : [name];
    return textsOf(migration).some((statement) => takesAway.test(statement)) ? [name] : [];
  });

/** All but the first, which runs where there are no rows. */
const later = (migrations: Migrations): Migrations => Object.fromEntries(Object.entries(migrations).slice(1));

describe('migrations beside the service', () => {
  it('hold no lock for as long as a table is large', () => {
    expect(Object.values(later(migrationsOf(postgresTraits))).flatMap(faultsOf)).toEqual([]);
  });

  it.each([postgresTraits, sqliteTraits])('that take something away say since which migration it is not used: $engine', (traits) => {
    expect(needsFaultsOf(migrationsOf(traits))).toEqual([]);
  });

  it.each([
    [undefined, ['0003-drop']],
    ['0002-unused', []],
    ['0003-drop', ['0003-drop']],
    ['0001-unknown', ['0003-drop']],
  ])('that take something away and need %s', (needs, faults) => {
    const drop = { statements: ['drop table probes'], ...(needs === undefined ? {} : { needs }) };
    expect(needsFaultsOf({ '0001-first': { statements: [] }, '0002-unused': { statements: [] }, '0003-drop': drop })).toEqual(faults);
  });

  it.each([
    'alter table invitations alter column email type varchar(9)',
    'alter table invitations add column nonce text default gen_random_uuid()',
    'alter table invitations add column at bigint not null default (extract(epoch from now()))',
    'alter table invitations add column serial_number bigserial',
    'alter table invitations add column flag bigint not null default 0 check (flag in (0, 1))',
    'alter table invitations add column flag bigint not null',
    'alter table invitations alter column session_id set not null',
    'alter table invitations add constraint one unique (account_id, email)',
    'alter table invitations add check (attempt > 0)',
    'alter table deliveries add constraint f foreign key (account_id, invitation_id) references invitations (account_id, invitation_id)',
    "update deliveries set lane = 'mail'",
    'delete from late_answers',
    'insert into search select account_id, email from invitations',
    'alter table invitations add column kind text, alter column email type varchar(9)',
    'alter table only invitations alter column email type varchar(9)',
    'alter table if exists invitations alter column email type varchar(9)',
    'with old as (select 1) update invitations set attempt = 2',
    'create table search as select account_id, email from invitations',
    'do $$ begin update invitations set attempt = 2; end $$',
    'create index if not exists one on invitations (email)',
    'create index on invitations (email)',
  ])('may not say: %s', (statement) => {
    expect(faultsOf({ statements: [statement] })).toHaveLength(1);
  });

  it.each([
    'create index one on invitations (account_id, email)',
    'create unique index one on invitations (account_id, email) where is_current = 1',
    'alter table invitations add column flag bigint not null default 0',
    "alter table invitations add column kind text not null default 'none'",
    'alter table invitations add column nonce text',
    'alter table invitations add constraint positive check (attempt > 0) not valid',
    'alter table invitations validate constraint positive',
    'alter table invitations add constraint one unique using index one',
    'alter table deliveries alter column invitation_id drop not null',
    "create table lanes (account_id bigint not null, lane text not null check (lane <> ''), primary key (account_id, lane))",
    "insert into lanes (lane) values ('mail')",
    "update accounts set receipts = 'all'",
    'drop index deliveries_due',
  ])('may say: %s', (statement) => {
    expect(faultsOf({ statements: [statement] })).toEqual([]);
    expect(statement).not.toMatch(takesAway);
  });

  it.each([
    'drop table probes',
    'alter table tests drop column name',
    'alter table tests rename to papers',
    'alter table tests alter name drop default',
  ])('take something away: %s', (statement) => {
    expect(statement).toMatch(takesAway);
  });
});
