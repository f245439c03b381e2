import { Alert, NativeSelect, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { closeHandOver, HAND_OVERS_KEY, sheetPrintersQuery } from './hand-overs-api.ts';
import { handOversCopy } from './hand-overs-copy.ts';

interface CloseDialogProps {
  handOverId: string;
  carrier: string;
  /** Parcels on the list. */
  parcels: number;
  /** Packed parcels that are not on a list. */
  missing: number;
  onClose: () => void;
}

/** Closes a list, prints it, and shows it. Asks for confirmation if parcels are missing. */
export function CloseDialog({ handOverId, carrier, parcels, missing, onClose }: CloseDialogProps) {
  const copy = useCopy(handOversCopy);
  const { count } = useFormats();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { data: printers = [] } = useQuery(sheetPrintersQuery);
  const [chosen, setChosen] = useState<string>();
  const printerId = chosen ?? printers[0]?.printerId ?? '';
  const close = useMutation({
    mutationFn: () => closeHandOver(handOverId, missing > 0, printerId),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: HAND_OVERS_KEY });
      onClose();
      void navigate({ to: '/hand-overs/$handOverId', params: { handOverId } });
    },
  });
  return (
    <Dialog
      title={copy.closeTitle(carrier)}
      confirm={missing > 0 ? copy.closeAnyway : copy.close}
      change={close}
      onSubmit={() => close.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{copy.closeMeans(count(parcels))}</Text>
      <NativeSelect
        label={copy.closePrinter}
        description={copy.closePrinterMeans}
        value={printerId}
        data={[
          ...printers.map(({ printerId: value, name: label }) => ({ value, label })),
          { value: '', label: copy.notPrinted },
        ]}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      />
      {missing > 0 && <Alert color="orange">{copy.closeMissing(count(missing))}</Alert>}
    </Dialog>
  );
}
