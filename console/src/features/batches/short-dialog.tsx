import { NumberInput, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { newIdempotencyKey } from '../../shared/api/idempotency-key.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { BATCHES_KEY, type BatchLine, reportShort } from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';

interface ShortDialogProps {
  batchId: string;
  line: BatchLine;
  /** How many pieces left the batch. */
  onDone: (pieces: number) => void;
  onClose: () => void;
}

/** Too few blanks were found on the shelf: pieces leave the batch, and the stock is corrected. */
export function ShortDialog({ batchId, line, onDone, onClose }: ShortDialogProps) {
  const copy = useCopy(batchesCopy).short;
  const { count } = useFormats();
  const queryClient = useQueryClient();
  const [missing, setMissing] = useState<number | string>('');
  // Another number is another report. Sent again after a lost connection, the same counts once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it names what this says.
  const key = useMemo(newIdempotencyKey, [missing]);
  const change = useMutation({
    mutationFn: () => reportShort(batchId, { sku: line.code, missing: Number(missing) }, key),
    onSuccess: async ({ pieces }) => {
      await queryClient.invalidateQueries({ queryKey: BATCHES_KEY });
      onDone(pieces.reduce((sum, { quantity }) => sum + quantity, 0));
    },
  });
  return (
    <Dialog
      title={copy.title}
      confirm={copy.report}
      error={change.error}
      isPending={change.isPending}
      onSubmit={() => Number(missing) > 0 && change.mutate()}
      onClose={onClose}
    >
      <Text size="sm">
        {[line.title, line.color, line.size].filter(Boolean).join(', ')}, {line.code}
      </Text>
      <NumberInput
        data-autofocus
        label={copy.missing}
        description={copy.toMake(count(line.toMake))}
        min={1}
        max={line.toMake}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        value={missing}
        onChange={setMissing}
      />
      <Text size="sm">{copy.means}</Text>
    </Dialog>
  );
}
