import { NativeSelect, NumberInput, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { violationsByField } from '../../../shared/api/request-error.ts';
import { useCopy } from '../../../shared/copy/copy.ts';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import type { OperatorOrder, OrderKey } from '../order/order-api.ts';
import { nameOf } from '../order/order-part-rules.ts';
import { ORDERS_KEY } from '../orders-api.ts';
import { type RepeatRequest, repeatOrder } from './entry-api.ts';
import { entryCopy, useViolationWords } from './entry-copy.ts';

const REASONS = ['DAMAGED', 'LOST', 'MISPRINT', 'WRONG_ITEM', 'DEFECT', 'OTHER'] as const;
const PAYERS = ['CENTER', 'CLIENT', 'CARRIER'] as const;
const KINDS = ['REPLACEMENT', 'REPEAT'] as const;

interface AgainDialogProps {
  orderKey: OrderKey;
  seen: OperatorOrder;
  onClose: () => void;
}

/** Orders a shipped order or some of its pieces again. */
export function AgainDialog({ orderKey, seen, onClose }: AgainDialogProps) {
  const { again: copy } = useCopy(entryCopy);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { order, repeats = [] } = seen;
  const [kind, setKind] = useState<(typeof KINDS)[number]>('REPLACEMENT');
  const [reason, setReason] = useState<(typeof REASONS)[number]>('DAMAGED');
  const [paidBy, setPaidBy] = useState<(typeof PAYERS)[number]>('CENTER');
  const [orderId, setOrderId] = useState(`${order.orderId}-R${repeats.length + 1}`);
  const [pieces, setPieces] = useState<Readonly<Record<string, number>>>({});
  const [label, setLabel] = useState('');
  const needsLabel = !('address' in order.shipping);
  const piecesOf = (id: string, all: number) => pieces[id] ?? all;
  const items = order.items.flatMap(({ id, quantity }) => {
    const chosen = piecesOf(id, quantity);
    return chosen > 0 ? [{ id, quantity: chosen }] : [];
  });
  const body: RepeatRequest = {
    ...{ orderId: orderId.trim(), kind, paidBy, items },
    ...(kind === 'REPLACEMENT' && { reason }),
    ...(needsLabel && label.trim() && { shipping: { shippingLabelUrl: label.trim() } }),
  };
  const send = useMutation({
    mutationFn: () => repeatOrder(orderKey, body),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ORDERS_KEY });
      onClose();
      void navigate({
        to: '/orders/$clientId/$orderId',
        params: { clientId: orderKey.clientId, orderId: body.orderId },
      });
    },
  });
  const faults = violationsByField(send.error, useViolationWords());
  return (
    <Dialog
      title={copy.title(order.orderId)}
      confirm={copy.confirm}
      change={send}
      onSubmit={() => send.mutate()}
      onClose={onClose}
    >
      <NativeSelect
        data-autofocus
        label={copy.kind}
        data={KINDS.map((value) => ({ value, label: copy.kinds[value] }))}
        value={kind}
        onChange={({ currentTarget: { value } }) => {
          setKind(value as typeof kind);
          setPaidBy(value === 'REPEAT' ? 'CLIENT' : 'CENTER');
        }}
      />
      {kind === 'REPLACEMENT' && (
        <NativeSelect
          label={copy.reason}
          data={REASONS.map((value) => ({ value, label: copy.reasons[value] }))}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value as typeof reason)}
        />
      )}
      <NativeSelect
        label={copy.paidBy}
        data={PAYERS.map((value) => ({ value, label: copy.payers[value] }))}
        value={paidBy}
        onChange={({ currentTarget: { value } }) => setPaidBy(value as typeof paidBy)}
      />
      {order.items.map((item) => (
        <NumberInput
          key={item.id}
          label={copy.pieces(nameOf(item))}
          min={0}
          max={item.quantity}
          allowDecimal={false}
          value={piecesOf(item.id, item.quantity)}
          onChange={(value) => setPieces((before) => ({ ...before, [item.id]: Number(value) }))}
        />
      ))}
      {needsLabel && (
        <>
          <Text size="sm">{copy.labelMeans}</Text>
          <TextInput
            label={copy.label}
            value={label}
            error={faults.shipping ?? faults['shipping.shippingLabelUrl']}
            onChange={({ currentTarget: { value } }) => setLabel(value)}
          />
        </>
      )}
      <TextInput
        label={copy.orderId}
        value={orderId}
        error={faults.orderId}
        onChange={({ currentTarget: { value } }) => setOrderId(value)}
      />
    </Dialog>
  );
}
