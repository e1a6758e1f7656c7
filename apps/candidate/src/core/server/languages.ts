import { LanguagesResult } from '@assay/domain/take';
import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { decoder, request, type Web } from './http.ts';

/** What the server says of a language of programs. */
export type Language = LanguagesResult['languages'][number];

const readLanguages = decoder<LanguagesResult>(LanguagesResult);
const againMs = 10_000;

type Deps = {
  readonly takeUrl: string;
  readonly web: Web;
  /** The test has questions that are answered with a program. */
  readonly needed: ReadonlySignal<boolean>;
  readonly stored: {
    readonly read: () => Promise<readonly Language[]>;
    readonly write: (languages: readonly Language[]) => Promise<void>;
  };
};

export type Languages = {
  readonly known: ReadonlySignal<readonly Language[]>;
  /** Stores them again: what the device has of a test is dropped at its start. */
  readonly keep: () => Promise<void>;
};

/** Asks for the languages once a test needs them, which is before its start, and stores them for a reload without a network. */
export const createLanguages = ({ takeUrl, web, needed, stored }: Deps): Languages => {
  const known = signal<readonly Language[]>([]);
  const keep = async (): Promise<void> => {
    if (known.peek().length > 0) await stored.write(known.peek());
  };
  const load = async (): Promise<void> => {
    const { outcome } = await request(web, `${takeUrl}/languages`, {}, readLanguages);
    if (outcome.type === 'refused') return;
    if (outcome.type === 'ok' && outcome.value.languages.length > 0) {
      known.value = outcome.value.languages;
      return keep();
    }
    // There is no network, or the service does not know them yet.
    web.setTimeout(() => void load(), againMs);
    const before = await stored.read();
    if (known.peek().length === 0) known.value = before;
  };
  let isAsked = false;
  effect(() => {
    if (!needed.value || isAsked) return;
    isAsked = true;
    void load();
  });
  return { known, keep };
};
