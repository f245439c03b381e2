import { NumberInput, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { newIdempotencyKey } from '../../shared/api/idempotency-key.ts';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';

import { adjustStock, type SeenStock, STOCK_KEY, type StockKey } from './stock-api.ts';
import { stockCopy } from './stock-copy.ts';

interface AdjustDialogProps {
  stock: StockKey;
  seen: SeenStock;
  onClose: () => void;
}

/** Adds to what is on hand, or takes from it. It adds up with what others do at the same time, so it asks for no version. */
export function AdjustDialog({ stock, seen: { content: level }, onClose }: AdjustDialogProps) {
  const copy = useCopy(stockCopy);
  const { count } = useFormats();
  const queryClient = useQueryClient();
  const [by, setBy] = useState<number | string>('');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it names what these say.
  const idempotencyKey = useMemo(newIdempotencyKey, [by, reason]);
  const change = useMutation({
    mutationFn: () => adjustStock(stock, { by: Number(by), reason: reason.trim() }, { idempotencyKey }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: STOCK_KEY });
      onClose();
    },
  });
  const isChange = typeof by === 'number' && by !== 0;
  const fields = violationsByField(change.error);
  return (
    <Dialog
      title={copy.adjustTitle}
      confirm={copy.adjust}
      error={change.error}
      isPending={change.isPending}
      onSubmit={() => {
        setTried(true);
        if (isChange && reason.trim()) change.mutate();
      }}
      onClose={onClose}
    >
      <Text size="sm">{copy.seen(count(level.onHand), count(level.reserved))}</Text>
      <NumberInput
        data-autofocus
        label={copy.by}
        allowDecimal={false}
        value={by}
        onChange={setBy}
        error={fields.by ?? (isTried && !isChange ? copy.needsChange : undefined)}
      />
      {isChange && <Text size="sm">{copy.becomes(count(level.onHand + by))}</Text>}
      <TextInput
        label={copy.reason}
        placeholder={copy.reasonExample}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={fields.reason ?? (isTried && !reason.trim() ? copy.needsReason : undefined)}
      />
    </Dialog>
  );
}
