import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../../../shared/copy/copy.ts';
import { ActionButton } from '../../../shared/ui/action-button.tsx';
import { ReleaseOrdersDialog } from '../release-orders-dialog.tsx';
import { type ActionName, actionsOf, type ReasonDialogName, VERB_OF } from './order-action-rules.ts';
import { type OperatorOrder, type OrderActing, type OrderKey, orderPiecesQuery } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { ShipDialog } from './ship-dialog.tsx';
import { useRefusalWords } from './use-order-words.ts';

interface OrderActionsProps {
  orderKey: OrderKey;
  seen: OperatorOrder;
  etag: string;
  action: OrderActing;
}

/** Shows all actions in fixed places. A disabled button says why it is disabled. */
export function OrderActions({ orderKey, seen, etag, action }: OrderActionsProps) {
  const copy = useCopy(orderCopy);
  const [asking, setAsking] = useState<ActionName>();
  const press = (name: ActionName) => {
    action.reset();
    if (name === 'retry' || name === 'refetch') action.mutate({ name: 'retry', refetch: name === 'refetch', etag });
    else if (isImmediate(name)) action.mutate({ name, etag });
    else setAsking(name);
  };
  const ofOrder = useRefusalWords(seen);
  const { data: pieces = [] } = useQuery(orderPiecesQuery(orderKey));
  const left = seen.order.status === 'ACCEPTED' ? pieces.filter(({ state }) => state !== 'CANCELLED') : [];
  const batch = left.find(({ batchId }) => batchId)?.batchId;
  const refusalWords = (name: ActionName) =>
    name === 'toBatch' && batch !== undefined ? copy.refusals.released(batch) : ofOrder(name);
  const sent = action.variables;
  const isSent = (name: ActionName) =>
    sent?.name === 'retry' ? name === (sent.refetch ? 'refetch' : 'retry') : sent?.name === name;
  const dialog = asking && {
    seen,
    etag,
    action,
    refusal: refusalWords(asking),
    onClose: () => setAsking(undefined),
  };
  return (
    <>
      <Group gap="xs">
        {actionsOf(seen).map((name) => (
          <ActionButton
            key={name}
            size="sm"
            variant={isNext(name, seen, left.length > 0 && batch === undefined) ? 'filled' : 'default'}
            verb={VERB_OF[name]}
            refusal={refusalWords(name)}
            loading={action.isPending && isSent(name)}
            onClick={() => press(name)}
          >
            {copy.actions[name]}
          </ActionButton>
        ))}
      </Group>
      {dialog && asking === 'toBatch' && <ReleaseOrdersDialog orders={[orderKey]} onClose={dialog.onClose} />}
      {dialog && asking === 'ship' && <ShipDialog {...dialog} />}
      {dialog && isReasonDialog(asking) && <ReasonDialog {...dialog} name={asking} />}
    </>
  );
}

const isReasonDialog = (name: ActionName): name is ReasonDialogName =>
  name === 'hold' || name === 'cancel' || name === 'fail' || name === 'correct';
const isImmediate = (name: ActionName) => name === 'release' || name === 'prefer' || name === 'unprefer';

/** Returns whether the order waits for this action. */
const isNext = (name: ActionName, { order }: OperatorOrder, isAlone: boolean) =>
  order.status === 'ASSIGNED' || isAlone ? name === 'toBatch' : name === 'ship' && order.status === 'ACCEPTED';
