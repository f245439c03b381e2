import { NumberInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { binsQuery, setBins } from './bins-api.ts';
import { binsCopy } from './bins-copy.ts';

const BINS_MAX = 999;

export function BinsDialog({ bins, onClose }: { bins: number; onClose: () => void }) {
  const copy = useCopy(binsCopy);
  const queryClient = useQueryClient();
  const [count, setCount] = useState<number | string>(bins);
  const change = useMutation({
    mutationFn: () => setBins(Number(count)),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: binsQuery.queryKey });
      onClose();
    },
  });
  return (
    <Dialog
      title={copy.howManyTitle}
      confirm={copy.save}
      error={change.error}
      isPending={change.isPending}
      onSubmit={() => count !== '' && change.mutate()}
      onClose={onClose}
    >
      <NumberInput
        data-autofocus
        label={copy.count}
        description={copy.fewer}
        min={0}
        max={BINS_MAX}
        allowDecimal={false}
        allowNegative={false}
        value={count}
        onChange={setCount}
      />
    </Dialog>
  );
}
