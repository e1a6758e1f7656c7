/** A stream that is written to; `columns` only when it is a terminal. */
export type Screen = {
  readonly write: (content: string | Uint8Array) => unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
};

/** A screen that a command opens. */
export type ScreenRoute = { readonly screen: 'review'; readonly testId: number | null };

/** Everything the program takes from its process. Tests pass their own and run the program in theirs. */
export type Context = {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined };
  readonly stdout: Screen;
  readonly stderr: Screen;
  /** Aborted by Ctrl-C. */
  readonly interrupt: AbortController;
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Directory of the profiles. */
  readonly configDirectory: () => Promise<string>;
  /** Opens the screens, at the list of tests or at that of a route; resolves when the person quits. */
  readonly openScreens: (
    connection: { readonly url: string; readonly apiKey: string; readonly profile: string | null },
    route?: ScreenRoute,
  ) => Promise<void>;
};

/** Whether a person can answer questions: input and stderr are terminals. */
export const canPrompt = ({ stdin, stderr }: Context): boolean => stdin.isTTY === true && stderr.isTTY === true;
