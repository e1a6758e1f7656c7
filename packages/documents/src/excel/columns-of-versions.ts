import type { TestReport } from '@assay/domain';

/** Excel has 16,384 columns. Questions beyond these are of early versions, and have their row in Questions. */
export const mostColumns = 16_000;

type Version = TestReport['versions'][number];

/** Something that versions have in common: its title, and its position in each version that has it. */
export type Common<Item> = { readonly item: Item; readonly version: number; readonly positionIn: ReadonlyMap<number, number> };

/** What versions list, each once by its key: in the order of the newest, then what only earlier ones had. */
export const commonOf = <Item>(
  versions: readonly Version[],
  itemsOf: (version: Version) => readonly Item[],
  keyOf: (item: Item, earlier: readonly Item[]) => string,
): readonly Common<Item>[] => {
  const found = new Map<string, { readonly item: Item; readonly version: number; readonly positionIn: Map<number, number> }>();
  for (const version of versions) {
    const items = itemsOf(version);
    for (const [position, item] of items.entries()) {
      const key = keyOf(item, items.slice(0, position));
      const known = found.get(key) ?? { item, version: version.version, positionIn: new Map<number, number>() };
      found.set(key, known);
      known.positionIn.set(version.version, position);
    }
  }
  return [...found.values()];
};
