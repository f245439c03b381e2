import { Badge, NumberInput, ScrollArea, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { newIdempotencyKey } from '../../shared/api/idempotency-key.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { BatchSelect } from '../../shared/ui/batch-select.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { RequestFailure } from '../../shared/ui/page.tsx';
import { DueText } from './batch-words.tsx';
import {
  BATCHES_KEY,
  RELEASED_AT_ONCE_MAX,
  type Release,
  type ReleaseChoice,
  readReleasable,
  release,
} from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';

const ORDERS_PROPOSED_MAX = 100;

interface ReleaseDialogProps {
  /** The orders of any of these are released. */
  choices: readonly ReleaseChoice[];
  onReleased: (result: Release) => void;
  onClose: () => void;
}

/**
 * Shows the orders to release. Exactly these are released; orders that are already in another batch are
 * reported.
 */
export function ReleaseDialog({ choices, onReleased, onClose }: ReleaseDialogProps) {
  const copy = useCopy(batchesCopy);
  const { count } = useFormats();
  const queryClient = useQueryClient();
  // Reads the orders once, so exactly the listed orders are released.
  const { data: orders, error } = useQuery({
    queryKey: [...BATCHES_KEY, 'to-release', choices],
    queryFn: () => readReleasable(choices),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [batchId, setBatchId] = useState<string>();
  const [typed, setTyped] = useState<number | string>();
  const most = orders?.length ?? 0;
  const wanted = typed === undefined ? Math.min(most, ORDERS_PROPOSED_MAX) : Number(typed) || 0;
  const taken = orders?.slice(0, wanted) ?? [];
  // Changed orders get a new key. A retry after a lost connection keeps the key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it names what these say.
  const key = useMemo(newIdempotencyKey, [wanted, choices, batchId]);
  const change = useMutation({
    mutationFn: () => release(choices, taken, batchId, key),
    onSuccess: (result) => {
      onReleased(result);
      void queryClient.invalidateQueries({ queryKey: BATCHES_KEY });
    },
  });
  return (
    <Dialog
      title={copy.dialogTitle}
      confirm={taken.length === 1 ? copy.confirmOne : copy.confirm(count(taken.length))}
      change={change}
      onSubmit={() => taken.length > 0 && change.mutate()}
      onClose={onClose}
    >
      {error && <RequestFailure error={error} />}
      {!orders && !error && <Text size="sm">{copy.reading}</Text>}
      {orders?.length === 0 && <Text size="sm">{copy.noneNow}</Text>}
      {orders && orders.length > 0 && (
        <>
          <NumberInput
            data-autofocus
            label={copy.howMany}
            {...(most === RELEASED_AT_ONCE_MAX && { description: copy.atMost(count(most)) })}
            min={1}
            max={most}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            value={typed ?? wanted}
            onChange={setTyped}
          />
          <BatchSelect value={batchId} onChange={setBatchId} />
          <Text size="sm">
            {copy.releasedLong(count(taken.length), count(taken.reduce((sum, one) => sum + one.pieces, 0)))}{' '}
            {copy.dialogMeans}
          </Text>
          <ScrollArea.Autosize
            mah={240}
            type="auto"
            offsetScrollbars
            viewportProps={{ tabIndex: 0, 'aria-label': copy.taken }}
          >
            <Table verticalSpacing={2} fz="sm">
              <Table.Tbody>
                {taken.map(({ clientId, clientName, orderId, pieces, due, rush }) => (
                  <Table.Tr key={`${clientId} ${orderId}`} data-order={orderId}>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>
                      {orderId}{' '}
                      {rush && (
                        <Badge color="red" variant="filled" size="xs">
                          {copy.rush}
                        </Badge>
                      )}
                      <Text size="xs" c="dimmed">
                        {clientName}
                      </Text>
                    </Table.Td>
                    <Table.Td ta="right">{count(pieces)}</Table.Td>
                    <Table.Td ta="right">
                      <DueText due={due} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </ScrollArea.Autosize>
        </>
      )}
    </Dialog>
  );
}
