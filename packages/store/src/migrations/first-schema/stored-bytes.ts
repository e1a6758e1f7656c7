import type { DialectTraits } from '../../db.ts';

/** What is counted of each table; files and images are in a folder or bucket, and their rows say how large they are. */
const counted = {
  answer_files: { column: 'bytes', size: (row: string) => `${row}bytes` },
  proctoring_images: { column: 'bytes', size: (row: string) => `${row}bytes` },
  test_versions: { column: 'definition', size: (row: string) => `octet_length(${row}definition)` },
  large_text_parts: { column: 'content', size: (row: string) => `octet_length(${row}content)` },
  test_pictures: { column: 'sealed', size: (row: string) => `octet_length(${row}sealed)` },
} as const;

type Table = keyof typeof counted;
const tables = Object.keys(counted) as readonly Table[];

const onConflict = 'on conflict (account_id, slot) do update set bytes = stored_bytes.bytes + excluded.bytes';

/** By the row, in a counter of one part: there is one writer. */
const sqliteTriggers = (table: Table): string[] => {
  const { column, size } = counted[table];
  const add = (account: string, change: string) =>
    `begin insert into stored_bytes (account_id, slot, bytes) values (${account}, 0, ${change}) ${onConflict}; end`;
  return [
    `create trigger ${table}_added after insert on ${table} when ${size('new.')} <> 0 ${add('new.account_id', size('new.'))}`,
    `create trigger ${table}_removed after delete on ${table} ${add('old.account_id', `-${size('old.')}`)}`,
    `create trigger ${table}_resized after update of ${column} on ${table} when ${size('new.')} <> ${size('old.')}
    ${add('new.account_id', `${size('new.')} - ${size('old.')}`)}`,
  ];
};

/**
 * By the statement, because a row that one transaction updates many times gets slower each time. A transaction keeps to one of the parts,
 * that of its connection: with two it could wait for one that waits for it.
 */
const postgresTriggers = (table: Table): string[] => {
  const { size } = counted[table];
  const trigger = (name: string, event: string, rows: string) =>
    `create trigger ${table}_${name} after ${event} on ${table} referencing ${rows}
    for each statement execute function count_${table}()`;
  const [added, removed] = [`select account_id, ${size('')} as change from added`, `select account_id, -${size('')} from removed`];
  const add = (changes: string) => `insert into stored_bytes (account_id, slot, bytes)
      select account_id, part, sum(change) from (${changes}) as changes group by account_id having sum(change) <> 0 order by account_id
      ${onConflict};`;
  return [
    `create function count_${table}() returns trigger language plpgsql as $$
  declare
    part bigint := pg_backend_pid() % 16;
  begin
    if tg_op = 'INSERT' then
      ${add(added)}
    elsif tg_op = 'DELETE' then
      ${add(removed.replace(' from', ' as change from'))}
    else
      ${add(`${added} union all ${removed}`)}
    end if;
    return null;
  end $$`,
    trigger('added', 'insert', 'new table as added'),
    trigger('removed', 'delete', 'old table as removed'),
    trigger('resized', 'update', 'new table as added old table as removed'),
  ];
};

/** How many bytes an account stores, kept by the database: whatever adds or deletes rows counts them in its own transaction. */
export const storedBytes = ({ engine, tableOptions, ddl }: DialectTraits): string[] =>
  [
    `create table stored_bytes (
    account_id bigint not null references accounts (account_id),
    slot bigint not null,
    bytes bigint not null,
    primary key (account_id, slot)
  ) ${tableOptions}`,
    ...tables.flatMap(engine === 'postgres' ? postgresTriggers : sqliteTriggers),
  ].map(ddl);
