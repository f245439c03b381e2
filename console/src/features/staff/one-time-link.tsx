import { useCopy } from '../../shared/copy/copy.ts';
import { ShownOnce } from '../../shared/ui/shown-once.tsx';
import type { AccountLink } from './staff-api.ts';
import { staffCopy } from './staff-copy.ts';

export function OneTimeLink({ made, onDone }: { made: AccountLink; onDone: () => void }) {
  const copy = useCopy(staffCopy);
  return (
    <ShownOnce title={copy.linkTitle(made.operator.name)} values={[[copy.link, made.link]]} onDone={onDone}>
      {copy.linkMeans}
    </ShownOnce>
  );
}
