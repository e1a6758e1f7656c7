/** A promise that a test resolves when it wants what waits for it to go on. */
export const makeGate = (): { readonly opened: Promise<void>; open(): void } => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
};
