import { Text } from 'ink';
import { createContext, type ReactNode, useContext } from 'react';

/** Whether colours may be used. The words carry every meaning without them too. */
export const Colours = createContext(true);

export type ToneName = 'plain' | 'good' | 'bad' | 'busy' | 'quiet';

// Colours by name: the terminal's theme keeps them readable on a light and on a dark background.
const colours = { good: 'green', bad: 'red', busy: 'yellow' } as const;

type Props = { readonly tone: ToneName; readonly children: ReactNode };

export const Tone = ({ tone, children }: Props) => {
  const allowed = useContext(Colours);
  if (tone === 'quiet') return <Text dimColor>{children}</Text>;
  return tone === 'plain' || !allowed ? <Text>{children}</Text> : <Text color={colours[tone]}>{children}</Text>;
};
