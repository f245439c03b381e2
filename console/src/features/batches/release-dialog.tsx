import { NumberInput, ScrollArea, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { newIdempotencyKey } from '../../shared/api/idempotency-key.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
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
  choice: ReleaseChoice;
  onReleased: (result: Release) => void;
  onClose: () => void;
}

/** Which orders will be taken, and how many. What is released is what stood here: of two leads the second is told which batch has them. */
export function ReleaseDialog({ choice, onReleased, onClose }: ReleaseDialogProps) {
  const copy = useCopy(batchesCopy);
  const { count } = useFormats();
  const queryClient = useQueryClient();
  // Read once, so that what is released is what was decided about.
  const { data: orders, error } = useQuery({
    queryKey: [...BATCHES_KEY, 'to-release', choice],
    queryFn: () => readReleasable(choice),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [typed, setTyped] = useState<number | string>();
  const most = orders?.length ?? 0;
  const wanted = typed === undefined ? Math.min(most, ORDERS_PROPOSED_MAX) : Number(typed) || 0;
  const taken = orders?.slice(0, wanted) ?? [];
  // Other orders are another release. Sent again after a lost connection, the same counts once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it names what these say.
  const key = useMemo(newIdempotencyKey, [wanted, choice]);
  const change = useMutation({
    mutationFn: () => release(choice, taken, key),
    onSuccess: (result) => {
      onReleased(result);
      void queryClient.invalidateQueries({ queryKey: BATCHES_KEY });
    },
  });
  return (
    <Dialog
      title={copy.dialogTitle}
      confirm={taken.length === 1 ? copy.confirmOne : copy.confirm(count(taken.length))}
      error={change.error}
      isPending={change.isPending}
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
          <Text size="sm">
            {copy.releasedLong(count(taken.length), count(taken.reduce((sum, one) => sum + one.pieces, 0)))}{' '}
            {copy.dialogMeans}
          </Text>
          <ScrollArea.Autosize
            mah={240}
            type="auto"
            viewportProps={{ tabIndex: 0, 'aria-label': copy.taken }}
          >
            <Table verticalSpacing={2} fz="sm">
              <Table.Tbody>
                {taken.map(({ clientId, clientName, orderId, pieces, due }) => (
                  <Table.Tr key={`${clientId} ${orderId}`} data-order={orderId}>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>{orderId}</Table.Td>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>{clientName}</Table.Td>
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
