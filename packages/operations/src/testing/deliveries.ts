import type { ManagedDelivery } from '@assay/domain';
import type { invitations, Store } from '@assay/store';
import { somebody } from '@assay/testing';
import { updateAccountSettings } from '../account/account-settings.ts';
import { getDelivery, listDeliveries } from '../delivery/read-deliveries.ts';
import { getInvitationTimeline } from '../invitation/get-invitation.ts';
import { callbackLane } from '../support/callback-lane.ts';
import type { Context } from '../support/context.ts';
import { newReceiver } from './outbound.ts';
import { value } from './outcomes.ts';
import type { Service } from './service.ts';

/** What the management API lists of an account, newest first. */
export const deliveriesOf = async (ctx: Context, query: Record<string, string> = {}): Promise<ManagedDelivery[]> =>
  (await value(listDeliveries({ ctx, input: { query } }))).deliveries;

/** The kinds of an account's deliveries, newest first. */
export const kindsOf = async (ctx: Context): Promise<ManagedDelivery['kind'][]> => (await deliveriesOf(ctx)).map(({ kind }) => kind);

/** The only delivery of an account, with its attempts. */
export const theDelivery = async (ctx: Context) => {
  const [delivery, ...others] = await deliveriesOf(ctx);
  if (delivery === undefined || others.length > 0) throw new Error(`expected one delivery, there are ${others.length + 1}`);
  return value(getDelivery({ ctx, input: { deliveryId: String(delivery.deliveryId) } }));
};

export const deliveryEntries = async (ctx: Context, testInvitationId: string) =>
  (await value(getInvitationTimeline({ ctx, input: { testInvitationId } }))).timeline.filter(({ type }) => type.startsWith('delivery.'));

/** From now on all candidates of the account get a receipt, also those whom Assay has not mailed. */
export const receiptsForAll = (ctx: Context) => value(updateAccountSettings({ ctx, input: { body: { receipts: 'all' } } }));

/** A candidate of an account of its own who is invited with a callbackURL that nobody else uses. */
export const mintWithCallback = async (service: Service) => {
  const { ctx, testId } = await service.mint();
  const receiver = newReceiver();
  const person = somebody();
  const invited = await service.register(ctx, testId, { ...person, callbackURL: receiver.url });
  return { ctx, testId, person, receiver, ...invited };
};

/** The same, completed and graded: the callback is due, and nothing else. */
export const mintDue = async (service: Service) => {
  const minted = await mintWithCallback(service);
  await service.complete(minted.candidate);
  await service.generate();
  return minted;
};

// A statement takes so many values on each engine.
const chunk = 200;
const chunksOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / chunk) }, (_, index) => items.slice(index * chunk, (index + 1) * chunk));

/** `count` more invitations like `from`, each of a candidate of its own, written straight to the tables. Returns their ids. */
export const copyInvitations = async (
  store: Store,
  from: invitations.Invitation,
  count: number,
  change: (copy: number) => Partial<invitations.Invitation> = () => ({}),
): Promise<number[]> => {
  const { invitation_id: _, ...row } = from;
  const copies = Array.from({ length: count }, (_, copy) => {
    const email = `copy-${copy}-of-${from.invitation_id}@example.com`;
    return { ...row, email, email_key: email, ...change(copy) };
  });
  return store.write(async (tx) => {
    const ids: number[] = [];
    for (const values of chunksOf(copies)) {
      const rows = await tx.kysely.insertInto('invitations').values(values).returning('invitation_id').execute();
      ids.push(...rows.map(({ invitation_id }) => invitation_id));
    }
    return ids.sort((one, other) => one - other);
  });
};

/** `count` more candidates like the one whose callback is due, each with a callback that is due too. */
export const copyDue = async (
  service: Service,
  { ctx, id }: { ctx: Context; id: string },
  count: number,
  urlOf: (copy: number) => string,
): Promise<void> => {
  const { store } = service.assay;
  const from = await service.row(ctx, id);
  const ids = await copyInvitations(store, from, count, (copy) => ({ callback_url: urlOf(copy) }));
  await store.write(async (tx) => {
    const of = <Table extends 'reports' | 'deliveries'>(table: Table) =>
      tx.kysely
        .selectFrom(table as 'reports' | 'deliveries')
        .where('account_id', '=', from.account_id)
        .where('invitation_id', '=', from.invitation_id);
    const report = await of('reports').selectAll('reports').executeTakeFirstOrThrow();
    const { delivery_id: _, ...delivery } = await of('deliveries')
      .selectAll('deliveries')
      .where('kind', '=', 'callback')
      .executeTakeFirstOrThrow();
    for (const part of chunksOf(ids.map((invitation_id, copy) => ({ invitation_id, url: urlOf(copy) })))) {
      await tx.kysely
        .insertInto('reports')
        .values(part.map(({ invitation_id }) => ({ ...report, invitation_id })))
        .execute();
      await tx.kysely
        .insertInto('deliveries')
        .values(part.map(({ invitation_id, url }) => ({ ...delivery, invitation_id, destination: url, lane: callbackLane(url) })))
        .execute();
    }
  });
};
