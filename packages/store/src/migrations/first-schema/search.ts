import type { DialectTraits } from '../../db.ts';

/** Rows with ids of one block are together in the index of searches. */
const blockBits = 15;

/**
 * What stands for a row in the index of SQLite: each three characters of email and name, and the test, all with the block of ids. With
 * it, because SQLite steps over each row before the one that is looked for. In hexadecimal digits, because a tokenizer would split them.
 */
export const wordsOf = (row: 'new.' | 'i.'): string => `(${row}invitation_id >> ${blockBits}) || 't' || ${row}test_id || ' ' || (
    select group_concat((${row}invitation_id >> ${blockBits}) || 'x' || hex(substr(${row}search_text, key + 1, 3)), ' ')
    from json_each('[0' || replace(hex(zeroblob(max(0, length(${row}search_text) - 3))), '00', ',0') || ']'))`;

/**
 * Without places and without a copy of the text. The worker adds rows, many at once, because adding one costs a registration a third
 * more; what is in it follows the row by itself.
 */
const words = [
  `create virtual table invitation_words using fts5 (words, content = '', contentless_delete = 1, detail = none,
    tokenize = 'ascii')`,
  `create trigger invitation_words_changed after update of search_text on invitations
  when old.search_text <> new.search_text and exists (select 1 from invitation_words where rowid = new.invitation_id)
  begin
    delete from invitation_words where rowid = new.invitation_id;
    insert into invitation_words (rowid, words) values (new.invitation_id, ${wordsOf('new.')});
  end`,
  `create trigger invitation_words_removed after delete on invitations
  begin
    delete from invitation_words where rowid = old.invitation_id;
  end`,
];

/**
 * The same as numbers in a GIN index, which needs no extension and no locale. In PL/pgSQL, because a function in SQL is planned anew in
 * each statement. The list of what is not merged yet is short, because a search reads all of it and one registration merges it.
 */
const keys = [
  `create function invitation_words(test_id bigint, invitation_id bigint, search_text text) returns integer[]
  language plpgsql immutable strict parallel safe as $$
  declare
    block text := invitation_id >> ${blockBits};
    words integer[] := array[hashtext(block || 't' || test_id)];
  begin
    for place in 1 .. length(search_text) - 2 loop
      words := words || hashtext(block || 'x' || substr(search_text, place, 3));
    end loop;
    return words;
  end $$`,
  `create index invitations_by_words on invitations using gin (invitation_words(test_id, invitation_id, search_text))
    with (gin_pending_list_limit = 256)`,
];

/** The index of what is searched in email and name. */
export const search = ({ engine, ddl }: DialectTraits): string[] => (engine === 'postgres' ? keys : words).map(ddl);
