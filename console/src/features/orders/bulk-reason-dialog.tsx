import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { sharedCopy } from '../../shared/copy/shared-copy.ts';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { ordersCopy } from './orders-copy.ts';

interface BulkReasonDialogProps {
  name: 'hold' | 'cancel';
  count: number;
  error: Error | null;
  isPending: boolean;
  onSend: (reason: string) => void;
  onClose: () => void;
}

export function BulkReasonDialog({ name, count, error, isPending, onSend, onClose }: BulkReasonDialogProps) {
  const copy = useCopy(ordersCopy);
  const shared = useCopy(sharedCopy);
  const [reason, setReason] = useState('');
  return (
    <Modal
      opened
      onClose={onClose}
      title={copy.bulk.titles[name](count)}
      closeButtonProps={{ 'aria-label': shared.close }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSend(reason);
        }}
      >
        {error && <RequestFailure error={error} isChange />}
        <Textarea
          label={copy.bulk.reason}
          data-autofocus
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {copy.bulk.back}
          </Button>
          <Button type="submit" loading={isPending} {...(name === 'cancel' && { color: 'red' })}>
            {copy.bulk.confirm[name]}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
