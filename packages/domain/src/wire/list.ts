import { z } from 'zod';

/** Faults that a refusal names. To report a fault costs a hundred times what reading a value does, so a list stops reading at this many. */
export const mostFaults = 20;

type Whole = (given: readonly unknown[]) => string | undefined;

const List = z.core.$constructor<z.ZodArray, z.core.$ZodArrayDef & { readonly whole?: Whole | undefined }>('List', (inst, def) => {
  z.ZodArray.init(inst, def);
  const { parse } = inst._zod;
  const most = Math.min(...z.core.util.sizeCaps(def.checks).map(([max]) => max));
  inst._zod.parse = (payload, ctx) => {
    const given: unknown = payload.value;
    // zod itself refuses a list that is too long before it looks at an element.
    if (!Array.isArray(given) || given.length > most) return parse(payload, ctx);
    const message = def.whole?.(given);
    if (message !== undefined) {
      payload.issues.push({ code: 'custom', input: given, inst, message, continue: false });
      return payload;
    }
    const read: unknown[] = [];
    payload.value = read;
    for (let index = 0; index < given.length && payload.issues.length < mostFaults; index += 1) {
      const result = def.element._zod.run({ value: given[index], issues: [] }, ctx);
      if (result instanceof Promise) throw new Error('a list has no asynchronous elements');
      payload.issues.push(...z.core.util.prefixIssues(index, result.issues));
      read.push(result.value);
    }
    return payload;
  };
});

type Rules = {
  /** What the elements are called in a refusal. */
  readonly of?: string;
  /** A rule for the list as it was sent, checked before its elements: the message if it is broken. */
  readonly whole?: Whole;
};

/**
 * An array of at most `max` elements. Nothing looks at the elements of a longer one, and reading stops when as many faults are found
 * as a refusal names.
 */
export const list = <Element extends z.core.$ZodType>(
  element: Element,
  max: number,
  { of = 'elements', whole }: Rules = {},
): z.ZodArray<Element> =>
  // The cast holds because a List is a ZodArray of the element in its definition.
  (new List({ type: 'array', element, whole }) as z.ZodArray<never> as z.ZodArray<Element>).max(max, `must have at most ${max} ${of}`);
