export type AttemptKey = { readonly accountId: number; readonly invitationId: number; readonly attempt: number };
