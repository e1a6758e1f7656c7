import { styleText } from 'node:util';

export type Tone = 'good' | 'bad' | 'waiting' | 'strong' | 'quiet';
const formats = { good: 'green', bad: 'red', waiting: 'yellow', strong: 'bold', quiet: 'dim' } as const satisfies Record<Tone, string>;

export type Paint = (tone: Tone, text: string) => string;

type Variables = Readonly<Record<string, string | undefined>>;

export const allowsColours = (env: Variables): boolean => (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';

/** Paints only what goes to a terminal, and not where the environment forbids colours. */
export const painter = (screen: { readonly isTTY?: boolean | undefined }, env: Variables): Paint =>
  screen.isTTY === true && allowsColours(env)
    ? (tone, text) => styleText(formats[tone], text, { validateStream: false })
    : (_, text) => text;
