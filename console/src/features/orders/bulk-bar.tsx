import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import type { Selection } from '../../shared/list/use-selection.ts';
import type { Verb } from '../../shared/session/session-api.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import classes from './bulk-bar.module.css';
import { BulkReasonDialog } from './bulk-reason-dialog.tsx';
import { BulkResults } from './bulk-results.tsx';
import { type BulkAction, type ListedOrder, useBulkAction } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';

const ACTIONS: [name: BulkAction['name'], verb: Verb][] = [
  ['accept', 'orders.accept'],
  ['hold', 'orders.hold'],
  ['release', 'orders.hold'],
  ['retry', 'orders.mend'],
  ['cancel', 'orders.cancel'],
];

/** What can be done with all the orders that are ticked. Each has its own result: some may be refused. */
export function BulkBar({ selection }: { selection: Selection<ListedOrder> }) {
  const copy = useCopy(ordersCopy);
  const action = useBulkAction();
  const [asking, setAsking] = useState<'hold' | 'cancel'>();
  const { rows } = selection;
  const send = (what: BulkAction) =>
    action.mutate(what, {
      onSuccess: () => {
        setAsking(undefined);
        selection.clear();
      },
    });
  return (
    <>
      {rows.length > 0 && (
        <Paper withBorder shadow="md" className={classes.bar} role="region" aria-label={copy.bulk.title}>
          {action.error && !asking && <RequestFailure error={action.error} isChange />}
          <Group gap="xs">
            <Text fw={600} size="sm">
              {copy.bulk.selected(rows.length)}
            </Text>
            {ACTIONS.map(([name, verb]) => (
              <ActionButton
                key={name}
                verb={verb}
                size="xs"
                variant={name === 'accept' ? 'filled' : 'default'}
                loading={action.isPending && action.variables?.name === name}
                onClick={() =>
                  name === 'hold' || name === 'cancel' ? setAsking(name) : send({ name, orders: rows })
                }
              >
                {copy.bulk.actions[name]}
              </ActionButton>
            ))}
            <Button variant="subtle" size="xs" onClick={selection.clear}>
              {copy.bulk.clear}
            </Button>
          </Group>
        </Paper>
      )}
      {asking && (
        <BulkReasonDialog
          name={asking}
          count={rows.length}
          error={action.error}
          isPending={action.isPending}
          onSend={(reason) => send({ name: asking, orders: rows, reason })}
          onClose={() => setAsking(undefined)}
        />
      )}
      {action.data && <BulkResults result={action.data} onClose={action.reset} />}
    </>
  );
}
