import { Badge } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import type { ListedClient } from './clients-api.ts';
import { clientsCopy } from './clients-copy.ts';

/** Whether it may work, and whether it only tests. */
export function ClientBadges({
  client: { status, mode },
}: {
  client: Pick<ListedClient, 'status' | 'mode'>;
}) {
  const copy = useCopy(clientsCopy);
  return (
    <>
      <Badge color={status === 'active' ? 'green' : 'gray'} variant="light" tt="none" fw={600}>
        {copy.statuses[status]}
      </Badge>
      {mode === 'sandbox' && (
        <Badge color="violet" variant="light" tt="none" fw={600}>
          {copy.modes.sandbox}
        </Badge>
      )}
    </>
  );
}
