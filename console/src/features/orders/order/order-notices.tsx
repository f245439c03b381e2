import { Alert, Group, List, Text } from '@mantine/core';
import { useState } from 'react';
import { useCopy, useFormats, wordOf } from '../../../shared/copy/copy.ts';
import { ActionButton } from '../../../shared/ui/action-button.tsx';
import { Icon } from '../../../shared/ui/icons.tsx';
import { ordersCopy } from '../orders-copy.ts';
import type { OperatorOrder, OrderActing, OrderStepProps } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import { ActionFailure } from './order-dialog.tsx';
import { orderParts, partAt } from './order-part-rules.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { usePartName, useRefusalWords } from './use-order-words.ts';

interface OrderNoticesProps extends OrderStepProps {
  seen: OperatorOrder;
  etag: string;
  action: OrderActing;
}

export function OrderNotices(props: OrderNoticesProps) {
  const { seen, action } = props;
  const { order } = seen;
  return (
    <>
      <ActionFailure seen={seen} action={action} />
      {order.cancellation?.status === 'REQUESTED' && <CancellationWish {...props} />}
      {order.statusReason && <Reason order={order} reason={order.statusReason} />}
      {order.warnings && <Warnings warnings={order.warnings} />}
    </>
  );
}

function CancellationWish({ seen, etag, action, step, onStepEnd }: OrderNoticesProps) {
  const copy = useCopy(orderCopy);
  const refusalWords = useRefusalWords(seen);
  const [asking, setAsking] = useState<'acceptCancellation' | 'rejectCancellation' | undefined>(
    step === 'acceptCancellation' || step === 'rejectCancellation' ? step : undefined,
  );
  const reason = seen.order.cancellation?.reason;
  const ask = (name: typeof asking) => {
    action.reset();
    setAsking(name);
  };
  return (
    <Alert color="orange" icon={<Icon name="warning" />} title={copy.cancellationAsked}>
      {reason && (
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          {copy.cancellationReason(reason)}
        </Text>
      )}
      <Group gap="xs" mt="xs">
        <ActionButton
          verb="orders.cancel"
          size="xs"
          color="red"
          refusal={refusalWords('acceptCancellation')}
          onClick={() => ask('acceptCancellation')}
        >
          {copy.acceptCancellation}
        </ActionButton>
        <ActionButton
          verb="orders.cancel"
          size="xs"
          variant="default"
          refusal={refusalWords('rejectCancellation')}
          onClick={() => ask('rejectCancellation')}
        >
          {copy.rejectCancellation}
        </ActionButton>
      </Group>
      {asking && (
        <ReasonDialog
          name={asking}
          seen={seen}
          etag={etag}
          action={action}
          refusal={refusalWords(asking)}
          onClose={() => {
            setAsking(undefined);
            onStepEnd();
          }}
        />
      )}
    </Alert>
  );
}

type ReasonProps = { order: OperatorOrder['order']; reason: NonNullable<OperatorOrder['order']['statusReason']> };

/** Shows why the order waits or is in error, and the affected parts. */
function Reason({ order, reason }: ReasonProps) {
  const copy = useCopy(orderCopy);
  const { reasons, sayProblem } = useCopy(ordersCopy);
  const { moment } = useFormats();
  const nameOfPart = usePartName();
  const isError = order.status === 'ERROR';
  const details = (reason.details ?? []).filter(({ message }) => message !== reason.message);
  const parts = orderParts(order);
  const place = (pointer: string | undefined) => {
    const part = pointer === undefined ? undefined : partAt(parts, pointer);
    return part ? nameOfPart(part) : pointer;
  };
  return (
    <Alert
      color={isError ? 'red' : 'yellow'}
      icon={<Icon name={isError ? 'warning' : 'pause'} />}
      title={wordOf(reasons, reason.code)}
    >
      {reason.pointer !== undefined && (
        <Text size="sm" fw={600}>
          {place(reason.pointer)}
        </Text>
      )}
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {sayProblem(reason.message)}
      </Text>
      {details.length > 0 && (
        <List size="sm" mt={4}>
          {details.map(({ pointer, message, nextAttempt }) => (
            <List.Item key={pointer}>
              {place(pointer)}: {sayProblem(message)} {nextAttempt && copy.waitsUntil(moment(nextAttempt))}
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}

function Warnings({ warnings }: { warnings: NonNullable<OperatorOrder['order']['warnings']> }) {
  const copy = useCopy(orderCopy);
  const { sayProblem } = useCopy(ordersCopy);
  return (
    <Alert color="gray" title={copy.warnings}>
      <List size="sm">
        {warnings.map(({ pointer, code, message }) => (
          <List.Item key={pointer + code}>{sayProblem(message)}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
