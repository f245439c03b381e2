import { Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { newIdempotencyKey } from '../../shared/api/idempotency-key.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { BatchSelect } from '../../shared/ui/batch-select.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import type { BulkName } from './bulk-rules.ts';
import { MarkFields, markFields, NO_MARKS } from './mark-dialog.tsx';
import type { OrderSearch } from './order-search.ts';
import { startJob } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';

interface AllOrdersDialogProps {
  name: BulkName | 'mark';
  search: OrderSearch;
  /** The number of matching orders in words, such as 2,000. */
  count: string;
  onClose: () => void;
}

/** Starts a bulk change of all orders that match, and shows its progress. */
export function AllOrdersDialog({ name, search, count, onClose }: AllOrdersDialogProps) {
  const { bulk: copy, marks: markWords } = useCopy(ordersCopy);
  const navigate = useNavigate();
  const key = useMemo(newIdempotencyKey, []);
  // The filter at opening: the list may change while the person types.
  const [filter] = useState(search);
  const [reason, setReason] = useState('');
  const [carrier, setCarrier] = useState('');
  const [marks, setMarks] = useState(NO_MARKS);
  const [batchId, setBatchId] = useState<string>();
  const change = useMutation({
    mutationFn: () =>
      startJob(
        filter,
        {
          action: name === 'toBatch' ? 'batch' : name,
          ...(reason.trim() && { reason: reason.trim() }),
          ...(carrier.trim() && { trackingCarrier: carrier.trim() }),
          ...(batchId && { batchId }),
          ...markFields(marks),
        },
        key,
      ),
    onSuccess: ({ jobId }) => navigate({ to: '/bulk-changes/$jobId', params: { jobId } }),
  });
  return (
    <Dialog
      title={`${(name === 'mark' ? markWords.button : copy.actions[name]).replace('…', '')}: ${copy.matching(count)}`}
      confirm={copy.start}
      dismiss={copy.back}
      isGrave={name === 'cancel'}
      change={change}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{copy.allMeans}</Text>
      {name === 'ship' && (
        <>
          <Text size="sm">{copy.shipAll}</Text>
          <TextInput
            data-autofocus
            label={copy.carrier}
            value={carrier}
            onChange={(event) => setCarrier(event.currentTarget.value)}
          />
        </>
      )}
      {(name === 'hold' || name === 'cancel') && (
        <Textarea
          data-autofocus
          label={copy.reason}
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {name === 'mark' && <MarkFields marks={marks} onChange={setMarks} />}
      {name === 'toBatch' && <BatchSelect value={batchId} onChange={setBatchId} />}
    </Dialog>
  );
}
