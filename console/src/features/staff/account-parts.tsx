import { Badge, Tooltip } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { ShownOnce } from '../../shared/ui/shown-once.tsx';
import type { Account, AccountLink } from './staff-api.ts';
import { staffCopy } from './staff-copy.ts';

/** Whether somebody can sign in, and if not, why. */
export function AccountState({ account }: { account: Account }) {
  const copy = useCopy(staffCopy);
  const { moment } = useFormats();
  const { disabled, passwordSet, openIdConnect, linkExpires } = account;
  const [words, color, more] = disabled
    ? [copy.disabled, 'gray']
    : passwordSet || openIdConnect
      ? [copy.active, 'green', openIdConnect ? copy.openId : undefined]
      : linkExpires
        ? [copy.linkOpen, 'blue', copy.linkUntil(moment(linkExpires))]
        : [copy.noPassword, 'orange'];
  return (
    <Tooltip label={more} disabled={more === undefined}>
      <Badge color={color} maw="100%">
        {words}
      </Badge>
    </Tooltip>
  );
}

export function OneTimeLink({ made, onDone }: { made: AccountLink; onDone: () => void }) {
  const copy = useCopy(staffCopy);
  return (
    <ShownOnce title={copy.linkTitle(made.operator.name)} values={[[copy.link, made.link]]} onDone={onDone}>
      {copy.linkMeans}
    </ShownOnce>
  );
}
