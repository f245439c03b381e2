import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useCopy, useFormats } from '../../../shared/copy/copy.ts';
import { ActionButton } from '../../../shared/ui/action-button.tsx';
import { OrderLink } from '../../../shared/ui/links.tsx';
import { Section } from '../../../shared/ui/page.tsx';
import type { OperatorOrder, OrderKey } from '../order/order-api.ts';
import { AgainDialog } from './again-dialog.tsx';
import { entryCopy } from './entry-copy.ts';

/** Names the orders that repeat this one or that it repeats, and offers to order it again. */
export function OrderRepeats({ orderKey, seen }: { orderKey: OrderKey; seen: OperatorOrder }) {
  const { again: copy } = useCopy(entryCopy);
  const { count, moment } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const { order, repeats = [] } = seen;
  const mayRepeat = order.status === 'SHIPPED' && order.personalDataErased === undefined;
  if (!mayRepeat && repeats.length === 0) return null;
  return (
    <Section
      title={copy.section}
      actions={
        mayRepeat && (
          <ActionButton verb="orders.create" variant="default" size="compact-sm" onClick={() => setOpen(true)}>
            {copy.confirm}
          </ActionButton>
        )
      }
    >
      {repeats.map(({ orderId, originalId, kind, reason, paidBy, pieces, created }) => {
        const isNew = orderId === order.orderId;
        return (
          <Group key={orderId} gap="xs" data-repeat={orderId}>
            <span>{isNew ? copy.of : copy.by}</span>
            <OrderLink clientId={orderKey.clientId} orderId={isNew ? originalId : orderId} />
            <Text size="sm" c="dimmed">
              {[
                copy.kindNames[kind],
                reason && copy.reasons[reason],
                copy.payers[paidBy],
                `× ${count(pieces)}`,
                moment(created),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </Group>
        );
      })}
      {isOpen && <AgainDialog orderKey={orderKey} seen={seen} onClose={() => setOpen(false)} />}
    </Section>
  );
}
