import { Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { violationsByField } from '../api/request-error.ts';
import { useCopy } from '../copy/copy.ts';
import { Dialog, useDialogChange } from '../ui/dialog.tsx';
import { correctCharges, MONEY_KEY } from './money-api.ts';
import { moneyCopy } from './money-copy.ts';
import { decimalsOf, minorUnitsOf } from './money-rules.ts';

interface CorrectionDialogProps {
  clientId: string;
  /** Absent: the person types it, or none. */
  orderId?: string;
  /** Absent: the present month. */
  month?: string;
  currency?: string | undefined;
  onClose: () => void;
}

/** Adds a correction to the charges of a client. */
export function CorrectionDialog({ clientId, orderId, month, currency: known, onClose }: CorrectionDialogProps) {
  const copy = useCopy(moneyCopy);
  const [key] = useState(() => crypto.randomUUID());
  const [typed, setTyped] = useState({ order: orderId ?? '', amount: '', currency: known ?? '', reason: '' });
  const [isTried, setTried] = useState(false);
  const amount = minorUnitsOf(typed.amount, decimalsOf(typed.currency));
  const send = () => {
    const { order, currency, reason } = typed;
    const body = { amount: amount ?? 0, currency, reason, ...(order && { orderId: order }), ...(month && { month }) };
    return correctCharges(clientId, body, key);
  };
  const change = useDialogChange(send, MONEY_KEY, onClose);
  const faults = violationsByField(change.error);
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: value })),
  });
  return (
    <Dialog
      title={copy.correction}
      confirm={copy.correct}
      change={change}
      onSubmit={() => {
        setTried(true);
        if (amount && typed.reason.trim()) change.mutate();
      }}
      onClose={onClose}
    >
      <Text size="sm">{copy.correctionMeans}</Text>
      <TextInput
        data-autofocus
        label={copy.correctionAmount}
        inputMode="decimal"
        {...field('amount')}
        error={(isTried && !amount && copy.noAmount) || faults.amount}
      />
      <TextInput label={copy.currency} maxLength={3} {...field('currency')} error={faults.currency} />
      <Textarea
        label={copy.correctionReason}
        autosize
        {...field('reason')}
        error={(isTried && !typed.reason.trim() && copy.needed) || faults.reason}
      />
      {orderId === undefined && <TextInput label={copy.orderOptional} {...field('order')} error={faults.orderId} />}
    </Dialog>
  );
}
