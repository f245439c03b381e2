import { Badge, Group, Text, Tooltip } from '@mantine/core';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import type { Verb } from '../../shared/session/session-api.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ShownOnce } from '../../shared/ui/shown-once.tsx';
import type { Account, AccountLink } from './staff-api.ts';
import { staffCopy } from './staff-copy.ts';

/** Shows whether an account can sign in, or why not. */
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

interface SaveRowProps {
  verb: Verb;
  label: string;
  isPending: boolean;
  /** The message after saving. */
  saved: string;
  isSaved: boolean;
}

/** Shows the button of a form and the message after saving. */
export function SaveRow({ verb, label, isPending, saved, isSaved }: SaveRowProps) {
  return (
    <Group>
      <ActionButton verb={verb} loading={isPending} onClick={(event) => event.currentTarget.form?.requestSubmit()}>
        {label}
      </ActionButton>
      {isSaved && (
        <Text size="sm" role="status">
          {saved}
        </Text>
      )}
    </Group>
  );
}
