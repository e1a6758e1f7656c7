import { Box, Text } from 'ink';
import { oneLine, wrap } from '../../output/text.ts';
import { atUtc } from '../../time/format-time.ts';
import type { Env } from '../core/screen.ts';
import { attemptsHeight, type DeliveryState, reasonHeight } from '../screens/delivery.ts';
import { deliveryTone } from './DeliveriesView.tsx';
import { Body, Empty, Lines, Pair } from './Parts.tsx';
import { Tone } from './Tone.tsx';

export const DeliveryView = ({ state, env }: { readonly state: DeliveryState; readonly env: Env }) => {
  const { delivery } = state;
  if (delivery === null) return <Body env={env} fault={state.fault} reading="Reading the delivery…" />;
  const height = attemptsHeight(state, env);
  const top = Math.min(state.top, Math.max(0, delivery.attempts.length - height));
  return (
    <Body env={env} fault={state.fault} dialog={state.dialog}>
      <Pair label="State">
        <Tone tone={deliveryTone[delivery.state]}>{delivery.state}</Tone>
        {delivery.nextAttemptAt === null ? '' : ` · next attempt ${atUtc(delivery.nextAttemptAt)} UTC`}
      </Pair>
      <Pair label="Kind">{delivery.kind}</Pair>
      <Pair label="To">{oneLine(delivery.destination)}</Pair>
      <Pair label="Message id">{`${oneLine(delivery.messageId)}${delivery.sequence === null ? '' : ` · sequence ${delivery.sequence}`}`}</Pair>
      <Pair label="Invitation">{`${delivery.testInvitationId === null ? 'none,' : `${delivery.testInvitationId} of`} test ${delivery.testId}`}</Pair>
      <Box marginTop={1}>
        <Text bold>{`Attempts ${delivery.attempts.length}, UTC`}</Text>
      </Box>
      {delivery.attempts.length === 0 ? <Empty env={env} text="None yet." /> : null}
      {delivery.attempts.slice(top, top + height).map((attempt) => (
        <Box key={attempt.number} flexDirection="column" flexShrink={0}>
          <Text wrap="truncate">
            {`${String(attempt.number).padStart(3)}  ${atUtc(attempt.at)}  `}
            <Tone tone={attempt.outcome === 'delivered' ? 'good' : 'bad'}>{attempt.outcome}</Tone>
            {`${attempt.status === null ? '' : ` · HTTP ${attempt.status}`} · ${attempt.durationMilliseconds} ms`}
          </Text>
          <Lines texts={wrap(attempt.error ?? attempt.response ?? '', env.columns - 5).slice(0, reasonHeight)} first="     " tone="quiet" />
        </Box>
      ))}
    </Body>
  );
};
