import { Alert, Group, List, Text } from '@mantine/core';
import { useState } from 'react';
import { useCopy } from '../../../shared/copy/copy.ts';
import { useFormats } from '../../../shared/copy/formats.ts';
import { ActionButton } from '../../../shared/ui/action-button.tsx';
import { Icon } from '../../../shared/ui/icons.tsx';
import { ActionFailure } from './action-failure.tsx';
import type { OperatorOrder, useOrderAction } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface OrderNewsProps {
  seen: OperatorOrder;
  action: ReturnType<typeof useOrderAction>;
}

/** What somebody has to know or decide before anything else. */
export function OrderNews({ seen, action }: OrderNewsProps) {
  const { order } = seen;
  return (
    <>
      <ActionFailure error={action.error} />
      {order.cancellation?.status === 'REQUESTED' && <CancellationWish seen={seen} action={action} />}
      {order.statusReason && <Reason reason={order.statusReason} isError={order.status === 'ERROR'} />}
      {order.warnings && <Warnings warnings={order.warnings} />}
    </>
  );
}

function CancellationWish({ seen, action }: OrderNewsProps) {
  const copy = useCopy(orderCopy);
  const [isDeclining, setDeclining] = useState(false);
  const reason = seen.order.cancellation?.reason;
  return (
    <Alert color="orange" icon={<Icon name="warning" />} title={copy.cancellationAsked}>
      {reason && <Text size="sm">{copy.cancellationReason(reason)}</Text>}
      <Group gap="xs" mt="xs">
        <ActionButton
          verb="orders.cancel"
          size="xs"
          color="red"
          loading={action.isPending}
          onClick={() => action.mutate({ name: 'acceptCancellation' })}
        >
          {copy.acceptCancellation}
        </ActionButton>
        <ActionButton verb="orders.cancel" size="xs" variant="default" onClick={() => setDeclining(true)}>
          {copy.rejectCancellation}
        </ActionButton>
      </Group>
      {isDeclining && (
        <ReasonDialog
          name="rejectCancellation"
          error={action.error}
          isPending={action.isPending}
          onSend={(what) => action.mutate(what, { onSuccess: () => setDeclining(false) })}
          onClose={() => setDeclining(false)}
        />
      )}
    </Alert>
  );
}

function Reason({
  reason,
  isError,
}: {
  reason: NonNullable<OperatorOrder['order']['statusReason']>;
  isError: boolean;
}) {
  const copy = useCopy(orderCopy);
  const { moment } = useFormats();
  const details = (reason.details ?? []).filter(({ message }) => message !== reason.message);
  return (
    <Alert color={isError ? 'red' : 'yellow'} icon={<Icon name={isError ? 'warning' : 'pause'} />}>
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {reason.message}
      </Text>
      {details.length > 0 && (
        <List size="sm" mt={4}>
          {details.map(({ pointer, message, nextAttempt }) => (
            <List.Item key={pointer}>
              {message} {nextAttempt && copy.waitsUntil(moment(nextAttempt))}
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}

function Warnings({ warnings }: { warnings: NonNullable<OperatorOrder['order']['warnings']> }) {
  const copy = useCopy(orderCopy);
  return (
    <Alert color="gray" title={copy.warnings}>
      <List size="sm">
        {warnings.map(({ pointer, code, message }) => (
          <List.Item key={pointer + code}>{message}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
