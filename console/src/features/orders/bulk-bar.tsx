import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import type { Selection } from '../../shared/list/use-selection.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import classes from './bulk-bar.module.css';
import { BulkReasonDialog } from './bulk-reason-dialog.tsx';
import { BulkResults } from './bulk-results.tsx';
import { BULK_VERBS, canBe } from './bulk-rules.ts';
import { BulkShipDialog } from './bulk-ship-dialog.tsx';
import { FilesButton } from './files-button.tsx';
import { type BulkAction, type ListedOrder, useBulkAction } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';

/** Those that ask something first. */
type Asking = 'hold' | 'cancel' | 'ship';
const ASKING: readonly string[] = ['hold', 'cancel', 'ship'] satisfies Asking[];

/** What can be done with all the orders that are ticked. Each has its own result: some may be refused. */
export function BulkBar({ selection }: { selection: Selection<ListedOrder> }) {
  const copy = useCopy(ordersCopy);
  const action = useBulkAction();
  const [asking, setAsking] = useState<Asking>();
  const { rows } = selection;
  const send = (what: BulkAction) =>
    action.mutate(what, {
      onSuccess: () => {
        setAsking(undefined);
        selection.clear();
      },
    });
  const press = (name: BulkAction['name']) => {
    action.reset();
    if (ASKING.includes(name)) setAsking(name as Asking);
    else send({ name: name as 'accept', orders: rows });
  };
  const dialog = { error: action.error, isPending: action.isPending, onClose: () => setAsking(undefined) };
  return (
    <>
      {rows.length > 0 && (
        <Paper withBorder shadow="md" className={classes.bar} role="region" aria-label={copy.bulk.title}>
          {action.error && !asking && <RequestFailure error={action.error} isChange />}
          <Group gap={6} justify="center">
            <Text fw={600} size="sm">
              {copy.bulk.selected(rows.length)}
            </Text>
            {BULK_VERBS.map(([name, verb]) => (
              <ActionButton
                key={name}
                verb={verb}
                size="compact-sm"
                variant={name === 'accept' ? 'filled' : 'default'}
                loading={action.isPending && action.variables?.name === name}
                refusal={rows.some((row) => canBe(name, row)) ? undefined : copy.bulk.refusals[name]}
                onClick={() => press(name)}
              >
                {copy.bulk.actions[name]}
              </ActionButton>
            ))}
            <FilesButton orders={rows} />
            <Button variant="subtle" size="compact-sm" onClick={selection.clear}>
              {copy.bulk.clear}
            </Button>
          </Group>
        </Paper>
      )}
      {(asking === 'hold' || asking === 'cancel') && (
        <BulkReasonDialog
          {...dialog}
          name={asking}
          count={rows.length}
          onSend={(reason) => send({ name: asking, orders: rows, reason })}
        />
      )}
      {asking === 'ship' && <BulkShipDialog {...dialog} selected={rows} onSend={send} />}
      {action.data && <BulkResults result={action.data} onClose={action.reset} />}
    </>
  );
}
