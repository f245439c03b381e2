import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useCopy } from '../../../shared/copy/copy.ts';
import { sharedCopy } from '../../../shared/copy/shared-copy.ts';
import { ActionFailure } from './action-failure.tsx';
import type { OrderAction } from './order-api.ts';
import { orderCopy } from './order-copy.ts';

export type ReasonDialogName = 'hold' | 'cancel' | 'fail' | 'rejectCancellation';

interface ReasonDialogProps {
  name: ReasonDialogName;
  /** What the reason is now, where it is corrected. */
  given?: string | undefined;
  error: Error | null;
  isPending: boolean;
  onSend: (action: OrderAction) => void;
  onClose: () => void;
}

/** The server's limit. */
const REASON_LENGTH_MAX = 1_000;

/** Asks for words that the customer will read; only a problem needs some. */
export function ReasonDialog({ name, given = '', error, isPending, onSend, onClose }: ReasonDialogProps) {
  const copy = useCopy(orderCopy);
  const shared = useCopy(sharedCopy);
  const [reason, setReason] = useState(given);
  const words = copy.dialogs[name];
  return (
    <Modal opened onClose={onClose} title={words.title} closeButtonProps={{ 'aria-label': shared.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSend(name === 'fail' ? { name, message: reason.trim() } : { name, reason });
        }}
      >
        <ActionFailure error={error} />
        <Textarea
          label={words.reason}
          autosize
          minRows={3}
          maxRows={8}
          maxLength={REASON_LENGTH_MAX}
          required={name === 'fail'}
          withAsterisk={false}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {copy.back}
          </Button>
          <Button type="submit" loading={isPending} color={name === 'hold' ? 'cyan' : 'red'}>
            {words.confirm}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
