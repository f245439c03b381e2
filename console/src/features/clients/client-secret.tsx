import { useCopy } from '../../shared/copy/copy.ts';
import { ShownOnce } from '../../shared/ui/shown-once.tsx';
import type { NewSecret } from './clients-api.ts';
import { clientsCopy } from './clients-copy.ts';

export function ClientSecret({
  secret,
  name,
  onDone,
}: {
  secret: NewSecret;
  name: string;
  onDone: () => void;
}) {
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
