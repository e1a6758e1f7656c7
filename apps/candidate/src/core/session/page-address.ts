/** Where this page is, by its path; everything before `/take/` or `/join/` is the base the server is mounted on. `confirm`: a mailed address. */
export type PageAddress =
  | { readonly page: 'take'; readonly base: string; readonly takeUrl: string; readonly token: string }
  | { readonly page: 'join'; readonly base: string; readonly joinUrl: string; readonly key: string }
  | { readonly page: 'confirm'; readonly base: string; readonly joinUrl: string }
  | { readonly page: 'unknown' };

/** Reads `location.pathname`. A prefix may itself hold `/take/`: the last one counts. */
export const readAddress = (pathname: string): PageAddress => {
  const [, base, page, key] = /^(.*)\/(take|join|join\/confirm)\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (base === undefined || key === undefined) return { page: 'unknown' };
  if (page === 'join/confirm') return { page: 'confirm', base, joinUrl: `${base}/join/confirm/${key}` };
  return page === 'take'
    ? { page: 'take', base, takeUrl: `${base}/take/${key}`, token: key }
    : { page: 'join', base, joinUrl: `${base}/join/${key}`, key };
};
