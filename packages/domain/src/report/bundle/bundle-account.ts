/** Whose report a bundle is. Ids are the signing server's; the name is that of the export, and an account chooses it freely. */
export type BundleAccount = { readonly accountId: number; readonly name: string };

/** The account that a reader expects. The id decides; a name beside it has to be the same too. */
export type ExpectedAccount = { readonly accountId: number; readonly name?: string | undefined };

const longest = 500;

/** `7`, or `7 Acme Hiring` as `assay verify` shows it; undefined for anything else. */
export const readExpectedAccount = (text: string): ExpectedAccount | undefined => {
  if (text.length > longest) return undefined;
  const [, id, name] = /^([1-9]\d{0,14})(?: +(\S.*))?$/u.exec(text.trim()) ?? [];
  if (id === undefined) return undefined;
  return { accountId: Number(id), ...(name === undefined ? {} : { name }) };
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** The account that signed content names; undefined if it names none. */
export const accountIn = (content: unknown): BundleAccount | undefined => {
  const account = isObject(content) ? content.account : undefined;
  if (!isObject(account)) return undefined;
  const { accountId, name } = account;
  return Number.isSafeInteger(accountId) && typeof name === 'string' ? { accountId: Number(accountId), name } : undefined;
};

export const namesNoAccount = 'it names no account, so any account of the server that signed it may have made it; export it again';

/** Why it is not the expected account's; undefined if it is. */
export const otherAccount = (found: BundleAccount, expected: ExpectedAccount): string | undefined => {
  if (found.accountId !== expected.accountId) return `it is of account ${found.accountId}, not of account ${expected.accountId}`;
  if (expected.name === undefined || expected.name.normalize('NFC') === found.name.normalize('NFC')) return undefined;
  return `account ${found.accountId} was named ${JSON.stringify(found.name)} when it was exported, not ${JSON.stringify(expected.name)}`;
};
