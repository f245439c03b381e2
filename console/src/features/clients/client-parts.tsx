import { Badge } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { ShownOnce } from '../../shared/ui/shown-once.tsx';
import type { ListedClient, NewSecret } from './clients-api.ts';
import { clientsCopy } from './clients-copy.ts';

/** Shows whether a client is disabled, and whether it is a sandbox. */
export function ClientBadges({ client: { status, mode } }: { client: Pick<ListedClient, 'status' | 'mode'> }) {
  const copy = useCopy(clientsCopy);
  return (
    <>
      <Badge color={status === 'active' ? 'green' : 'gray'}>{copy.statuses[status]}</Badge>
      {mode === 'sandbox' && <Badge color="violet">{copy.modes.sandbox}</Badge>}
    </>
  );
}

export function ClientSecret({ secret, name, onDone }: { secret: NewSecret; name: string; onDone: () => void }) {
  const copy = useCopy(clientsCopy);
  return (
    <ShownOnce
      title={copy.secretTitle(name)}
      values={[
        [copy.clientId, secret.clientId],
        [copy.clientSecret, secret.clientSecret],
      ]}
      onDone={onDone}
    >
      {copy.secretMeans}
    </ShownOnce>
  );
}
