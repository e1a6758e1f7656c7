import type {
  AccountSettings,
  CallbackSecrets,
  DeliveryDetail,
  DeliveryKind,
  DeliveryPage,
  ImportResult,
  InvitationPage,
  InvitationTimeline,
  ManagedDelivery,
  WireReport,
  WireSectionReport,
  WireTestLink,
} from '@assay/domain';
import { until } from '@assay/testing';
import { type ApiResponse, call, succeed } from './http.ts';

export type Registered = { readonly testInvitationId: number; readonly takeTestURL: string };
export type RegisteredByLink = { readonly testInvitationId: number; readonly testUrl: string; readonly testAccessTime: string };

type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | null };

/** `read` gets what to add to the query: nothing for the first page. */
const walk = async <Item>(read: (cursor: string) => Promise<Page<Item>>): Promise<Item[]> => {
  const all: Item[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { items, nextCursor }: Page<Item> = await read(cursor);
    all.push(...items);
    cursor = nextCursor === null ? null : `&cursor=${nextCursor}`;
  }
  return all;
};

/** The last entry of a story, always. */
export const receiptSent = 'delivery.delivered receipt-email';

/** API v2 and the management API of one process. */
export type Api = ReturnType<typeof apiOf>;

export const apiOf = ({ url }: { readonly url: string }, key: string) => {
  const ask = <Result = unknown>(path: string): Promise<ApiResponse<Result>> => call<Result>(`${url}${path}`, { key });
  const get = <Result>(path: string): Promise<Result> => succeed(ask<Result>(path));
  const post = <Result>(path: string, body: unknown): Promise<Result> =>
    succeed(call<Result>(`${url}${path}`, { method: 'POST', key, body }));
  const put = <Result>(path: string, body: unknown): Promise<Result> =>
    succeed(call<Result>(`${url}${path}`, { method: 'PUT', key, body }));
  const report = (id: number) => get<WireReport>(`/v2/org/report/${id}`);
  const timeline = (id: number) => get<InvitationTimeline>(`/manage/v1/invitations/${id}/timeline`);
  const deliveries = (testId: number, kind?: DeliveryKind): Promise<ManagedDelivery[]> =>
    walk(async (cursor) => {
      const filter = kind === undefined ? '' : `&kind=${kind}`;
      const page = await get<DeliveryPage>(`/manage/v1/deliveries?testId=${testId}&limit=100${filter}${cursor}`);
      return { items: page.deliveries, nextCursor: page.nextCursor };
    });
  return {
    /** GET, whatever the answer is. */
    ask,
    get,
    post,
    put,
    importTest: (file: unknown) => post<ImportResult>('/manage/v1/tests', file),
    createLink: (testId: number, body: unknown) => post<WireTestLink>(`/v2/org/tests/${testId}/testlinks`, body),
    register: (testId: number, emailId: string, more: object = {}) =>
      post<Registered>(`/v2/org/tests/${testId}/register`, { emailId, fullName: `Candidate ${emailId}`, ...more }),
    /** From now on all candidates get a receipt, also those whom Assay has not mailed. */
    receiptsForAll: () => post<AccountSettings>('/manage/v1/account', { receipts: 'all' }),
    report,
    sections: (id: number) => get<WireSectionReport[]>(`/v2/org/report/${id}/sections`),
    generatedReport: (id: number) =>
      until(`the report of invitation ${id}`, async () => {
        const now = await report(id);
        return now.reportStatus === 'Generated' ? now : undefined;
      }),
    timeline,
    /**
     * What happened to a completed invitation, once the candidate's receipt is sent: the types, oldest first, a delivery with its
     * kind. The receipt waits for nothing but the mail, so that it has no place among the others; it comes last.
     */
    story: (id: number) =>
      until(`the receipt of invitation ${id}`, async () => {
        const types = (await timeline(id)).timeline.map(({ type, data }) => (type.startsWith('delivery.') ? `${type} ${data.kind}` : type));
        const [receipts, others] = [types.filter((type) => type === receiptSent), types.filter((type) => type !== receiptSent)];
        return receipts.length === 0 ? undefined : [...others, ...receipts];
      }),
    /** Every invitation of a test, page by page. */
    invitations: (testId: number) =>
      walk(async (cursor) => {
        const page = await get<InvitationPage>(`/manage/v1/tests/${testId}/invitations?limit=100${cursor}`);
        return { items: page.invitations, nextCursor: page.nextCursor };
      }),
    /** Every delivery of a test, or those of one kind, page by page. */
    deliveries,
    /** Every callback of a test, page by page. */
    callbacks: (testId: number) => deliveries(testId, 'callback'),
    delivery: (id: number) => get<DeliveryDetail>(`/manage/v1/deliveries/${id}`),
    /** The secret that signs callbacks at present. */
    callbackSecret: async (): Promise<string> => {
      const { current } = await get<CallbackSecrets>('/manage/v1/callback-secrets');
      return current;
    },
  };
};
