import { Group } from '@mantine/core';
import { useState } from 'react';
import { useCopy } from '../../../shared/copy/copy.ts';
import { ActionButton } from '../../../shared/ui/action-button.tsx';
import { ordersCopy } from '../orders-copy.ts';
import { type ActionName, actionsOf, refusalOf, VERB_OF } from './order-action-rules.ts';
import type { OperatorOrder, OrderAction, useOrderAction } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import { ReasonDialog, type ReasonDialogName } from './reason-dialog.tsx';
import { ShipDialog } from './ship-dialog.tsx';

interface OrderActionsProps {
  seen: OperatorOrder;
  action: ReturnType<typeof useOrderAction>;
}

/** Everything that can be done with an order, always in the same places; what cannot be done now says why. */
export function OrderActions({ seen, action }: OrderActionsProps) {
  const copy = useCopy(orderCopy);
  const [asking, setAsking] = useState<ActionName>();
  const close = () => setAsking(undefined);
  const send = (what: OrderAction) => action.mutate(what, { onSuccess: close });
  const press = (name: ActionName) => {
    action.reset();
    if (name === 'ship' || isAsked(name)) setAsking(name);
    else if (name === 'retry') send({ name, refetch: false });
    else send({ name });
  };
  const refusalWords = useRefusalWords(seen);
  const error = action.error;
  return (
    <>
      <Group gap="xs">
        {actionsOf(seen).map((name) => (
          <ActionButton
            key={name}
            size="sm"
            variant={isNext(name, seen) ? 'filled' : 'default'}
            verb={VERB_OF[name]}
            refusal={refusalWords(name)}
            loading={action.isPending && action.variables?.name === name}
            onClick={() => press(name)}
          >
            {copy.actions[name]}
          </ActionButton>
        ))}
      </Group>
      {asking === 'ship' && (
        <ShipDialog seen={seen} error={error} isPending={action.isPending} onSend={send} onClose={close} />
      )}
      {asking !== undefined && isAsked(asking) && (
        <ReasonDialog
          name={asking}
          given={
            asking === 'fail' && seen.order.status === 'ERROR' ? seen.order.statusReason?.message : undefined
          }
          error={error}
          isPending={action.isPending}
          onSend={send}
          onClose={close}
        />
      )}
    </>
  );
}

const isAsked = (name: ActionName): name is ActionName & ReasonDialogName =>
  name === 'hold' || name === 'cancel' || name === 'fail';

/** What the order waits for people to do. */
const isNext = (name: ActionName, { order }: OperatorOrder) =>
  (name === 'accept' && order.status === 'ASSIGNED') || (name === 'ship' && order.status === 'ACCEPTED');

function useRefusalWords(seen: OperatorOrder): (name: ActionName) => string | undefined {
  const copy = useCopy(orderCopy);
  const { statuses } = useCopy(ordersCopy);
  return (name) => {
    const refusal = refusalOf(name, seen);
    if (!refusal) return undefined;
    return refusal.because === 'status'
      ? copy.refusals.status(statuses[refusal.status])
      : copy.refusals[refusal.because];
  };
}
