import { Group, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { useRefusal } from '../../shared/session/use-permission.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { printLabel, problemParcelQuery, shipParcel } from './problems-api.ts';
import { problemsCopy } from './problems-copy.ts';

/** The label of a parcel that was packed without one, and then the parcel itself. */
export function ParcelActions({ code }: { code: string }) {
  const copy = useCopy(problemsCopy);
  const queryClient = useQueryClient();
  const mayRead = useRefusal('production.work') === undefined;
  const { data: parcel } = useQuery({ ...problemParcelQuery(code), enabled: mayRead });
  const [isShipping, setShipping] = useState(false);
  const [tracking, setTracking] = useState('');
  const settled = () => queryClient.invalidateQueries({ queryKey: ['problems'] });
  const print = useMutation({ mutationFn: () => printLabel(code), onSettled: settled });
  const ship = useMutation({
    mutationFn: () => shipParcel(code, tracking.trim()),
    onSuccess: async () => {
      setShipping(false);
      await settled();
    },
  });
  const label = parcel?.papers.find(({ kind }) => kind === 'LABEL');
  return (
    <>
      {print.error && <RequestFailure error={print.error} isChange />}
      {label && (
        <Text size="sm" role="status">
          {copy.label}: {copy.paper[label.state]}
          {label.printer?.name && ` · ${label.printer.name}`}
        </Text>
      )}
      <Group gap="xs" mt={4}>
        <ActionButton
          verb="production.work"
          size="compact-sm"
          loading={print.isPending}
          onClick={() => print.mutate()}
        >
          {copy.printLabel}
        </ActionButton>
        <ActionButton
          verb="production.work"
          variant="default"
          size="compact-sm"
          onClick={() => setShipping(true)}
        >
          {copy.ship}
        </ActionButton>
      </Group>
      {isShipping && (
        <Dialog
          title={copy.shipTitle(code)}
          confirm={copy.ship.replace(/\s?…$/, '')}
          error={ship.error}
          isPending={ship.isPending}
          onSubmit={() => ship.mutate()}
          onClose={() => setShipping(false)}
        >
          <TextInput
            data-autofocus
            label={copy.tracking}
            value={tracking}
            onChange={(event) => setTracking(event.currentTarget.value)}
          />
        </Dialog>
      )}
    </>
  );
}
