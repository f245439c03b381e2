import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { ordersCopy } from './orders-copy.ts';

interface BulkReasonDialogProps {
  name: 'hold' | 'cancel';
  count: number;
  error: Error | null;
  isPending: boolean;
  onSend: (reason: string) => void;
  onClose: () => void;
}

export function BulkReasonDialog({ name, count, onSend, ...dialog }: BulkReasonDialogProps) {
  const { bulk: copy } = useCopy(ordersCopy);
  const [reason, setReason] = useState('');
  return (
    <Dialog
      {...dialog}
      title={copy.titles[name](count)}
      confirm={copy.confirm[name]}
      dismiss={copy.back}
      isGrave={name === 'cancel'}
      onSubmit={() => onSend(reason)}
    >
      <Textarea
        label={copy.reason}
        data-autofocus
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Dialog>
  );
}
