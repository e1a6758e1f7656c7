import type { DialectTraits } from '../db.ts';

/**
 * For what candidates write: how much each attempt has recorded of each kind, webcam images that are reserved before their file is
 * written, late answers as entries of the timeline, and when an account's image files were last swept.
 */
export const boundedRows = ({ tableOptions, ddl }: DialectTraits): string[] =>
  [
    `create table recordings (
    account_id bigint not null,
    invitation_id bigint not null,
    attempt bigint not null,
    kind text not null,
    recorded bigint not null,
    latest_at bigint not null,
    primary key (account_id, invitation_id, attempt, kind),
    foreign key (account_id, invitation_id) references invitations (account_id, invitation_id)
  ) ${tableOptions}`,
    // Attempts that run during the upgrade go on counting from what they have.
    ...(
      [
        ['window_events', 'windowEvents', 'r.at'],
        ['proctoring_images', 'images', 'r.taken_at'],
      ] as const
    ).map(
      ([table, kind, at]) => `insert into recordings (account_id, invitation_id, attempt, kind, recorded, latest_at)
    select r.account_id, r.invitation_id, r.attempt, '${kind}', count(*), max(${at}) from ${table} r
    join invitations i on i.account_id = r.account_id and i.invitation_id = r.invitation_id and i.attempt = r.attempt
    where i.status = 'In progress' group by r.account_id, r.invitation_id, r.attempt`,
    ),
    // Images of earlier versions have their files: those wrote the file first.
    'alter table proctoring_images add column stored bigint not null default 1',
    'create index proctoring_images_reserved on proctoring_images (account_id, taken_at) where stored = 0',
    // Each late answer is an entry of the timeline, so that one order pages both.
    `insert into timeline (account_id, invitation_id, type, data, at)
    select account_id, invitation_id, 'answer.late', '{"attempt":' || attempt || ',"questionId":' || question_id || '}', saved_at
    from late_answers order by saved_at, question_id`,
    `create table image_sweeps (
    account_id bigint not null references accounts (account_id),
    swept_at bigint not null,
    primary key (account_id)
  ) ${tableOptions}`,
  ].map(ddl);
