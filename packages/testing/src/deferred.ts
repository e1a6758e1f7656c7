export type Deferred<Value> = {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (reason: unknown) => void;
};

/** A promise that the test settles. (`Promise.withResolvers` is not in the language version that the packages compile for.) */
export const deferred = <Value = void>(): Deferred<Value> => {
  const settlers: Partial<Pick<Deferred<Value>, 'resolve' | 'reject'>> = {};
  const promise = new Promise<Value>((resolve, reject) => {
    Object.assign(settlers, { resolve, reject });
  });
  return { promise, resolve: (value) => settlers.resolve?.(value), reject: (reason) => settlers.reject?.(reason) };
};
