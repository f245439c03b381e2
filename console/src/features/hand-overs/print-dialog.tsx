import { NativeSelect, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { printHandOver, sheetPrintersQuery } from './hand-overs-api.ts';
import { handOversCopy } from './hand-overs-copy.ts';

interface PrintDialogProps {
  handOverId: string;
  onPrinted: () => void;
  onClose: () => void;
}

/** On which printer? */
export function PrintDialog({ handOverId, onPrinted, onClose }: PrintDialogProps) {
  const copy = useCopy(handOversCopy);
  const { data: printers } = useQuery(sheetPrintersQuery);
  const [chosen, setChosen] = useState<string>();
  const printerId = chosen ?? printers?.[0]?.printerId;
  const print = useMutation({
    mutationFn: () => printHandOver(handOverId, printerId ?? ''),
    onSuccess: () => {
      onPrinted();
      onClose();
    },
  });
  return (
    <Dialog
      title={copy.printTitle}
      confirm={copy.print}
      error={print.error}
      isPending={print.isPending}
      onSubmit={() => printerId !== undefined && print.mutate()}
      onClose={onClose}
    >
      {printers?.length === 0 && <Text size="sm">{copy.noPrinter}</Text>}
      {printers && printers.length > 0 && (
        <NativeSelect
          data-autofocus
          label={copy.printer}
          value={printerId ?? ''}
          data={printers.map((one) => ({ value: one.printerId, label: one.name }))}
          onChange={({ currentTarget: { value } }) => setChosen(value)}
        />
      )}
    </Dialog>
  );
}
