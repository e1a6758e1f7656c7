import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import * as accounts from '../repositories/account/accounts.ts';
import * as tests from '../repositories/assessment/tests.ts';
import * as deliveries from '../repositories/delivery/deliveries.ts';
import * as invitations from '../repositories/invitation/invitations.ts';
import * as testLinks from '../repositories/link/test-links.ts';
import type { ProctoringImageRow, TestLinkRow, TestRow } from '../schema.ts';
import type { Store } from '../store.ts';

/** Rows that are valid and say nothing; a test names what it is about. */
export const insertAccount = (store: Store, name = 'Assay') =>
  store.write((tx) => accounts.insert(tx, { name, email: 'owner@assay.test', time_zone_id: 190, created_at: 0 }));

export const testRow = (accountId: number, over: Partial<Insertable<TestRow>> = {}): Insertable<TestRow> => ({
  account_id: accountId,
  test_key: null,
  name: 'JavaScript',
  status: 'Active',
  access_key: randomUUID(),
  version: 1,
  duration: 90,
  questions: 2,
  total_score: '3',
  created_at: 0,
  updated_at: 0,
  ...over,
});

export const linkRow = (test: tests.Test, over: Partial<Insertable<TestLinkRow>> = {}): Insertable<TestLinkRow> => ({
  account_id: test.account_id,
  test_id: test.test_id,
  name: 'Spring',
  access_key: randomUUID(),
  access_time: 0,
  starts_at: null,
  ends_at: null,
  time_zone_id: 190,
  invite_candidate_only: 0,
  image_proctoring: 0,
  email_to_stakeholder: null,
  status: 1,
  created_at: 0,
  updated_at: 0,
  ...over,
});

export const invitationRow = (test: tests.Test, over: Partial<invitations.NewInvitation> = {}): invitations.NewInvitation => ({
  accountId: test.account_id,
  testId: test.test_id,
  testLinkId: 0,
  email: 'Ana@x.test',
  emailKey: 'ana@x.test',
  fullName: 'Ana',
  searchText: 'ana@x.test ana',
  callbackUrl: null,
  redirectUrl: null,
  origin: 'api',
  emailConfirmed: 1,
  now: 0,
  ...over,
});

export const reportRow = ({ account_id, invitation_id, test_id }: invitations.Invitation, attempt = 1) => ({
  account_id,
  invitation_id,
  attempt,
  test_id,
  version: 1,
  started_at: 0,
  completed_at: 1,
  completed_by: 'candidate' as const,
  candidate_name: 'Ana',
});

export const deliveryRow = (
  { account_id, test_id, invitation_id, attempt }: invitations.Invitation,
  over: Partial<deliveries.NewDelivery> = {},
): deliveries.NewDelivery => ({
  account_id,
  test_id,
  invitation_id,
  attempt,
  kind: 'invitation-email',
  lane: 'mail',
  destination: 'ana@x.test',
  state: 'pending',
  ...over,
});

export const imageRow = (
  { account_id, invitation_id, attempt }: invitations.Invitation,
  over: Partial<Insertable<ProctoringImageRow>> = {},
) => ({
  account_id,
  invitation_id,
  attempt,
  storage_key: `image-${randomUUID()}`,
  bytes: 1000,
  width: 640,
  height: 480,
  taken_at: 0,
  ...over,
});

export const attemptRow = (
  { account_id, delivery_id }: deliveries.Delivery,
  over: Partial<deliveries.DeliveryAttempt> = {},
): deliveries.DeliveryAttempt => ({
  account_id,
  delivery_id,
  number: 1,
  at: 0,
  duration: 12,
  outcome: 'retry',
  destination: 'https://ats.test/done',
  status: 503,
  response: 'busy',
  error: 'the receiver answered 503',
  ...over,
});

/** An account of the caller's own with one test. */
export const mintTest = async (store: Store, over: Partial<Insertable<TestRow>> = {}): Promise<tests.Test> => {
  const { account_id } = await insertAccount(store);
  return store.write((tx) => tests.insert(tx, testRow(account_id, over)));
};

export const mintLink = (store: Store, test: tests.Test, over: Partial<Insertable<TestLinkRow>> = {}) =>
  store.write((tx) => testLinks.insert(tx, linkRow(test, over)));

export const mintInvitation = async (store: Store, test: tests.Test, over: Partial<invitations.NewInvitation> = {}) => {
  const invitation = await store.write(async (tx) => {
    const inserted = await invitations.insertCurrent(tx, invitationRow(test, over));
    return inserted && invitations.find(tx, { accountId: test.account_id, invitationId: inserted.invitation_id });
  });
  if (invitation === undefined) throw new Error('the candidate has a current invitation');
  return invitation;
};

export const mintDelivery = async (
  store: Store,
  invitation: invitations.Invitation,
  over: Partial<deliveries.NewDelivery> = {},
  now = 0,
): Promise<deliveries.Delivery> => {
  const delivery = await store.write(async (tx) => {
    const deliveryId = await deliveries.enqueue(tx, deliveryRow(invitation, over), now);
    return deliveryId === undefined ? undefined : deliveries.find(tx, invitation.account_id, deliveryId);
  });
  if (delivery === undefined) throw new Error('the outbox has this delivery');
  return delivery;
};
