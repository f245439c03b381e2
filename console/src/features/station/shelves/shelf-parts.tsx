import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCopy } from '../../../shared/copy/copy.ts';
import { useScanner } from '../../../shared/scan/use-scanner.ts';
import classes from './shelves.module.css';
import { shelvesCopy } from './shelves-copy.ts';
import type { Outbox } from './use-outbox.ts';

export interface StageProps {
  id: string | undefined;
  onId: (id: string | undefined) => void;
  outbox: Outbox;
}

/** Takes codes from a scanner, or typed ones for people without. */
export function CodeField({ label, onCode }: { label: string; onCode: (code: string) => void }) {
  const copy = useCopy(shelvesCopy);
  const [typed, setTyped] = useState('');
  useScanner((_, { text }) => onCode(text), { isOfPage: true });
  return (
    <form
      className={classes.code}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim()) onCode(typed.trim());
        setTyped('');
      }}
    >
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <TextInput
          flex={1}
          size="lg"
          label={label}
          data-takes-scans
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" size="lg" variant="default">
          {copy.enter}
        </Button>
      </Group>
    </form>
  );
}

/** Names a variant with its picture. */
export function VariantHead({
  of,
}: {
  of: { code: string; color: string; size: string; pictureUrl?: string; name: string; ownerName?: string };
}) {
  const copy = useCopy(shelvesCopy);
  return (
    <div className={classes.variant}>
      {of.pictureUrl && <img className={classes.picture} src={of.pictureUrl} alt="" />}
      <div className={classes.words}>
        <strong className={classes.what}>{[of.color, of.size].filter(Boolean).join(', ') || of.name}</strong>
        <span>{of.name}</span>
        <span className={classes.sku}>{of.code}</span>
        {of.ownerName && <strong>{copy.ownedBy(of.ownerName)}</strong>}
      </div>
    </div>
  );
}
