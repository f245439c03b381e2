import { Text } from '@mantine/core';
import { useCopy, useFormats, useNow } from '../../shared/copy/copy.ts';
import { usePlaceName } from '../../shared/copy/parts-copy.ts';
import { useClientName } from '../../shared/ui/client-select.tsx';
import type { Batch } from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';

/** Returns the selection of a batch in words. */
export function useChoiceWords({ choice }: Batch): string {
  const copy = useCopy(batchesCopy);
  const nameOfPlace = usePlaceName();
  const { moment } = useFormats();
  const { technology, manufacturerCode, sku, clientId, dueBy, size } = choice;
  const client = useClientName(clientId);
  const words = [
    technology && nameOfPlace(technology),
    manufacturerCode,
    sku,
    client,
    size && copy.sizes[size],
    dueBy && copy.dueBy(moment(dueBy)),
  ].filter(Boolean);
  return words.length > 0 ? words.join(' · ') : copy.named;
}

/** Shows the due time, red if it passed before the batch ended. */
export function DueText({ due, ended }: { due: string; ended?: string | undefined }) {
  const { moment } = useFormats();
  const now = useNow();
  const isLate = Date.parse(due) <= (ended === undefined ? now : Date.parse(ended));
  return (
    <Text
      component="span"
      size="sm"
      style={{ whiteSpace: 'nowrap' }}
      {...(isLate && { fw: 600, c: 'var(--mantine-color-error)' })}
    >
      {moment(due)}
    </Text>
  );
}
