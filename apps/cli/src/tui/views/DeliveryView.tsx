import { Box, Text } from 'ink';
import { atUtc } from '../clock.ts';
import type { Env } from '../screen.ts';
import { attemptsHeight, type DeliveryState } from '../screens/delivery.ts';
import { clean } from '../text.ts';
import { deliveryTone } from './DeliveriesView.tsx';
import { DialogBox, Empty, FaultBox, Pair } from './Parts.tsx';
import { Tone } from './Tone.tsx';

export const DeliveryView = ({ state, env }: { readonly state: DeliveryState; readonly env: Env }) => {
  const { delivery } = state;
  if (delivery === null)
    return (
      <Box flexDirection="column">
        <Tone tone="quiet">Reading the delivery…</Tone>
        <FaultBox fault={state.fault} />
      </Box>
    );
  const height = attemptsHeight(state, env);
  const top = Math.min(state.top, Math.max(0, delivery.attempts.length - height));
  return (
    <Box flexDirection="column">
      <Pair label="State">
        <Tone tone={deliveryTone[delivery.state]}>{delivery.state}</Tone>
        {delivery.nextAttemptAt === null ? '' : ` · next attempt ${atUtc(delivery.nextAttemptAt)} UTC`}
      </Pair>
      <Pair label="Kind">{delivery.kind}</Pair>
      <Pair label="To">{clean(delivery.destination)}</Pair>
      <Pair label="Message id">{clean(delivery.messageId)}</Pair>
      <Pair label="Invitation">{`${delivery.testInvitationId} of test ${delivery.testId}`}</Pair>
      <Box marginTop={1}>
        <Text bold>{`Attempts ${delivery.attempts.length}, UTC`}</Text>
      </Box>
      {delivery.attempts.length === 0 ? <Empty text="None yet." /> : null}
      {delivery.attempts.slice(top, top + height).map((attempt) => (
        <Box key={attempt.number} flexDirection="column" flexShrink={0}>
          <Text wrap="truncate">
            {`${String(attempt.number).padStart(3)}  ${atUtc(attempt.at)}  `}
            <Tone tone={attempt.outcome === 'delivered' ? 'good' : 'bad'}>{attempt.outcome}</Tone>
            {`${attempt.status === null ? '' : ` · HTTP ${attempt.status}`} · ${attempt.durationMilliseconds} ms`}
          </Text>
          <Text wrap="truncate">
            <Tone tone="quiet">{`     ${clean(attempt.error ?? attempt.response ?? '')}`}</Tone>
          </Text>
        </Box>
      ))}
      <FaultBox fault={state.fault} />
      <DialogBox dialog={state.dialog} />
    </Box>
  );
};
