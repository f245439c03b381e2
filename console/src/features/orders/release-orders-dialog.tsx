import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { newIdempotencyKey } from '../../shared/api/idempotency-key.ts';
import { api } from '../../shared/api/operator-client.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { sharedCopy } from '../../shared/copy/shared-copy.ts';
import { BatchSelect } from '../../shared/ui/batch-select.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { ButtonLink } from '../../shared/ui/links.tsx';
import { ordersCopy } from './orders-copy.ts';

interface ReleaseOrdersDialogProps {
  orders: readonly { clientId: string; orderId: string }[];
  onReleased?: () => void;
  onClose: () => void;
}

/** Releases orders into a new or an open batch. Says which of them were left out. */
export function ReleaseOrdersDialog({ orders, onReleased, onClose }: ReleaseOrdersDialogProps) {
  const { toBatch: copy } = useCopy(ordersCopy);
  const shared = useCopy(sharedCopy);
  const queryClient = useQueryClient();
  // The selection at opening: released orders may leave the list.
  const [chosen] = useState(orders);
  const [batchId, setBatchId] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another batch is another request.
  const key = useMemo(newIdempotencyKey, [batchId]);
  const change = useMutation({
    mutationFn: () =>
      api.POST('/operator/v1/batches', {
        params: { header: { 'idempotency-key': key } },
        body: {
          orders: chosen.map(({ clientId, orderId }) => ({ clientId, orderId })),
          limit: chosen.length,
          ...(batchId && { batchId }),
        },
      }),
    onSuccess: () => {
      onReleased?.();
      void queryClient.invalidateQueries();
    },
  });
  if (!change.data) {
    return (
      <Dialog
        title={copy.title(chosen.length)}
        confirm={copy.confirm}
        change={change}
        onSubmit={() => change.mutate()}
        onClose={onClose}
      >
        <Text size="sm">{copy.means}</Text>
        <BatchSelect value={batchId} onChange={setBatchId} />
      </Dialog>
    );
  }
  const { batch, leftOut } = change.data;
  return (
    <Modal
      opened
      onClose={onClose}
      title={batch ? copy.done(batch.batchId) : copy.nothing}
      closeButtonProps={{ 'aria-label': shared.close }}
    >
      <Stack gap="sm">
        {leftOut.length > 0 && (
          <Alert color="yellow" title={copy.leftOut} role="alert">
            <List size="sm">
              {leftOut.map((one) => (
                <List.Item key={`${one.clientId} ${one.orderId}`}>
                  {one.batchId ? copy.inBatch(one.orderId, one.batchId) : copy.notReady(one.orderId)}
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {shared.close}
          </Button>
          {batch && (
            <ButtonLink to="/batches/$batchId" params={{ batchId: batch.batchId }} data-autofocus>
              {copy.open}
            </ButtonLink>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
