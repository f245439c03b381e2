import { NativeSelect } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/operator-client.ts';
import { useCopy } from '../copy/copy.ts';
import { partsCopy } from '../copy/parts-copy.ts';

const BATCHES_OFFERED = 50;
const FRESH_MS = 10_000;

const openBatchesQuery = queryOptions({
  queryKey: ['batches', 'to-extend'],
  queryFn: ({ signal }) =>
    api.GET('/operator/v1/batches', { params: { query: { open: 'true', limit: BATCHES_OFFERED } }, signal }),
  staleTime: FRESH_MS,
});

interface BatchSelectProps {
  /** Undefined: a new batch. */
  value: string | undefined;
  onChange: (batchId: string | undefined) => void;
}

/** Chooses a new batch, or an open one, for orders to release. */
export function BatchSelect({ value = '', onChange }: BatchSelectProps) {
  const { batches: copy } = useCopy(partsCopy);
  const { data: batches = [] } = useQuery(openBatchesQuery);
  return (
    <NativeSelect
      label={copy.into}
      value={value}
      data={[
        { value: '', label: copy.newBatch },
        ...batches.map(({ batchId, orders, pieces }) => ({
          value: batchId,
          label: copy.openBatch(batchId, orders, pieces),
        })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  );
}
