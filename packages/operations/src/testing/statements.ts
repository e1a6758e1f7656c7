import type { Store, Tx } from '@assay/store';

/** What is done with each statement of one transaction. */
type Watch = {
  readonly before?: (sql: string, values: readonly unknown[]) => void;
  readonly after?: (sql: string) => Promise<unknown>;
};

/** A handle that shows each statement: those that are compiled once and those that are built each time. */
const watched = (tx: Tx, { before, after }: Watch): Tx => {
  const built = new WeakMap<object, string>();
  return {
    ...tx,
    execute: async <Row>(text: string, values: unknown[]) => {
      before?.(text, values);
      const result = await tx.execute<Row>(text, values);
      await after?.(text);
      return result;
    },
    kysely: tx.kysely.withPlugin({
      transformQuery: ({ node, queryId }) => {
        const { sql, parameters } = tx.kysely.getExecutor().compileQuery(node, queryId);
        before?.(sql, parameters);
        built.set(queryId, sql);
        return node;
      },
      transformResult: async ({ result, queryId }) => {
        await after?.(built.get(queryId) ?? '');
        return result;
      },
    }),
  };
};

/** A store that shows the statements of its writes; `begin` is called at the start of each transaction. */
export const watchStatements = (store: Store, begin: () => Watch): Store => ({
  ...store,
  write: (work, row) => store.write((tx) => work(watched(tx, begin())), row),
});
