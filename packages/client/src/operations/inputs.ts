import type {
  AccountBody,
  ApiKeyBody,
  DuplicateBody,
  ExtraTimeBody,
  InviteBody,
  ManagedDelivery,
  ManagedInvitation,
  ManagedTestStatus,
  RegisterBody,
  RotateKeyBody,
  RotateSecretBody,
  SampleCallbackBody,
  TestFile,
  TestLinkBody,
  TestStatusBody,
} from '@assay/domain';
import type { InputOf } from '../wire/reader.ts';
import type { Id } from './operation.ts';

/** What calls take, beside the ids in their paths. */

type Dates = 'startDateTime' | 'endDateTime';

/** A link as it was read can be sent again: dates may be null. They are UTC, `YYYY-MM-DDTHH:MM:SS`. */
export type TestLinkInput = Omit<InputOf<typeof TestLinkBody>, Dates> & { [Name in Dates]?: string | null | undefined };
export type RegisterInput = InputOf<typeof RegisterBody>;
export type InviteInput = InputOf<typeof InviteBody>;
export type TestFileInput = InputOf<typeof TestFile>;
export type TestStatusInput = InputOf<typeof TestStatusBody>;
export type ExtraTimeInput = InputOf<typeof ExtraTimeBody>;
export type ApiKeyInput = InputOf<typeof ApiKeyBody>;
export type RotateKeyInput = InputOf<typeof RotateKeyBody>;
export type RotateSecretInput = InputOf<typeof RotateSecretBody>;
export type SampleCallbackInput = InputOf<typeof SampleCallbackBody>;
export type DuplicateInput = InputOf<typeof DuplicateBody>;
export type AccountInput = InputOf<typeof AccountBody>;

/** `pageSize` 1 to 100, 20 when left out; `pageNo` from 1. */
export type ListTestsInput = { pageSize?: number | undefined; pageNo?: number | undefined };

/** `limit` 1 to 100, 50 when left out; `cursor` is the `nextCursor` of the page before. */
type PageInput = { limit?: number | undefined; cursor?: string | undefined };
export type ListInvitationsInput = PageInput & { status?: ManagedInvitation['status'] | undefined; search?: string | undefined };
export type ListManagedTestsInput = PageInput & { status?: ManagedTestStatus | undefined; search?: string | undefined };
export type ListDeliveriesInput = PageInput & {
  state?: ManagedDelivery['state'] | undefined;
  kind?: ManagedDelivery['kind'] | undefined;
  testId?: Id | undefined;
  testInvitationId?: Id | undefined;
};
