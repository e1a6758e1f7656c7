/** Counting many waiting deliveries takes time that no request should wait for at each read. */
const countsStayMs = 5_000;

/** What `load` resolves to, loaded again only when it is older than `countsStayMs`; callers that come meanwhile share it. */
export const kept = <Value>(load: () => Promise<Value>): (() => Promise<Value>) => {
  let loaded: { readonly at: number; readonly value: Promise<Value> } | undefined;
  return () => {
    const now = performance.now();
    if (loaded === undefined || now - loaded.at > countsStayMs) loaded = { at: now, value: load() };
    return loaded.value;
  };
};
