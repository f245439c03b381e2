import { Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { HAND_OVERS_KEY, removeParcel } from './hand-overs-api.ts';
import { handOversCopy } from './hand-overs-copy.ts';

interface RemoveDialogProps {
  handOverId: string;
  code: string;
  /** The driver has signed for what is on the list. */
  isClosed: boolean;
  onClose: () => void;
}

/** A parcel that stayed behind, or was scanned by mistake, comes off the list with a reason. */
export function RemoveDialog({ handOverId, code, isClosed, onClose }: RemoveDialogProps) {
  const copy = useCopy(handOversCopy);
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const [isAsked, setAsked] = useState(false);
  const isEmpty = reason.trim() === '';
  const remove = useMutation({
    mutationFn: () => removeParcel(handOverId, code, reason.trim()),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: HAND_OVERS_KEY });
      onClose();
    },
  });
  return (
    <Dialog
      title={copy.removeOf(code)}
      confirm={copy.remove}
      error={remove.error}
      isPending={remove.isPending}
      onSubmit={() => (isEmpty ? setAsked(true) : remove.mutate())}
      onClose={onClose}
    >
      <Text size="sm">{isClosed ? copy.removeMeansClosed : copy.removeMeans}</Text>
      <Textarea
        data-autofocus
        autosize
        label={copy.reason}
        error={isAsked && isEmpty ? copy.needsReason : undefined}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Dialog>
  );
}
