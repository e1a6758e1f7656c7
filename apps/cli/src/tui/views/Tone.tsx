import { Text } from 'ink';
import { createContext, type ReactNode, useContext } from 'react';

/** Whether colours may be used; without them every meaning is in the words already. */
export const Colours = createContext(true);

export type ToneName = 'plain' | 'good' | 'bad' | 'busy' | 'quiet';

// Named colours of the terminal: its own theme keeps them readable on light and on dark.
const colours = { good: 'green', bad: 'red', busy: 'yellow' } as const;

type Props = { readonly tone: ToneName; readonly children: ReactNode };

export const Tone = ({ tone, children }: Props) => {
  const allowed = useContext(Colours);
  if (tone === 'quiet') return <Text dimColor>{children}</Text>;
  return tone === 'plain' || !allowed ? <Text>{children}</Text> : <Text color={colours[tone]}>{children}</Text>;
};
