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
      <Badge color={status === 'active' ? 'green' : 'gray'}>{copy.statuses[status]}</Badge>
      {mode === 'sandbox' && <Badge color="violet">{copy.modes.sandbox}</Badge>}
    </>
  );
}
