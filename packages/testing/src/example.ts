import type { joinOperations, Operations, takeOperations } from '@assay/domain';
import recorded from '@assay/domain/examples' with { type: 'json' };

type Everything = Operations & typeof takeOperations & typeof joinOperations;
type Results = {
  readonly [Name in keyof Everything & keyof typeof recorded]: Everything[Name]['result'] extends { _zod: { input: infer Sent } }
    ? Sent
    : never;
};

/** What the service answered to the example request of an operation, as the reference shows it, with other values for some fields. */
export const example = <Name extends keyof Results>(name: Name, over: Partial<Results[Name]> = {}): Results[Name] =>
  // The cast holds because the test that records the answers reads each of them by the operation's schema.
  Object.assign(structuredClone(recorded[name]) as object, over) as Results[Name];

/** The first item of a list in it. */
export const exampleItem = <Name extends keyof Results, List extends keyof Results[Name]>(
  name: Name,
  list: List,
  over: Partial<Results[Name][List] extends readonly (infer Item)[] ? Item : never> = {},
): Results[Name][List] extends readonly (infer Item)[] ? Item : never => {
  const [item] = example(name)[list] as readonly object[];
  if (item === undefined) throw new Error(`the example of ${name} has no item`);
  return Object.assign(item, over) as Results[Name][List] extends readonly (infer Item)[] ? Item : never;
};
