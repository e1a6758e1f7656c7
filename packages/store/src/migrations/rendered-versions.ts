import type { DialectTraits } from '../db.ts';

/** Prompts and options as HTML, and their pictures. Versions from before have none until the worker, or a candidate, comes to them. */
export const renderedVersions = ({ tableOptions, ddl }: DialectTraits): string[] =>
  [
    `create table rendered_versions (
    account_id bigint not null,
    test_id bigint not null,
    version bigint not null,
    renderer bigint not null,
    content text not null,
    rendered_at bigint not null,
    primary key (account_id, test_id, version),
    foreign key (account_id, test_id, version) references test_versions (account_id, test_id, version)
  ) ${tableOptions}`,
    `create table test_pictures (
    account_id bigint not null,
    test_id bigint not null,
    picture_id bigint not null,
    media_type text not null,
    picture_key text not null,
    sealed text not null,
    primary key (account_id, test_id, picture_id),
    foreign key (account_id, test_id) references tests (account_id, test_id)
  ) ${tableOptions}`,
  ].map(ddl);
