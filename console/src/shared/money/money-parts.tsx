import { Stack, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Schemas } from '../api/operator-client.ts';
import { useCopy, useFormats } from '../copy/copy.ts';
import { usePlaceName } from '../copy/parts-copy.ts';
import { saveFile } from '../list/save-file.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { OrderLink } from '../ui/links.tsx';
import { HeadedTable, RequestFailure } from '../ui/page.tsx';
import { moneyCopy } from './money-copy.ts';
import { decimalsOf } from './money-rules.ts';

/** Returns the function that formats an amount in minor units. */
export function useAmount(): (amount: number, currency: string) => string {
  const { money } = useFormats();
  return (amount, currency) => money(amount / 10 ** decimalsOf(currency), currency);
}

type Thing = Pick<Schemas['Charge'], 'kind' | 'title' | 'code' | 'technology' | 'cause' | 'reason'>;

/** Names what was charged, with its code. */
export function ThingName({ of: { kind, title, code, technology, cause, reason } }: { of: Thing }) {
  const copy = useCopy(moneyCopy);
  const nameOfPlace = usePlaceName();
  const what = [copy.kinds[kind], technology && nameOfPlace(technology)].filter(Boolean).join(' ');
  const name = kind === 'PRINT' ? nameOfPlace(title) : title;
  const more = [code, cause && copy.causes[cause], kind === 'CORRECTION' && reason].filter(Boolean).join(' · ');
  return (
    <>
      {[what, name].filter((part) => part !== '').join(': ')}
      {more !== '' && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {more}
        </Text>
      )}
    </>
  );
}

/** Lists charges, with their orders if there are several. */
export function ChargesTable({ clientId, charges }: { clientId?: string; charges: readonly Schemas['Charge'][] }) {
  const copy = useCopy(moneyCopy);
  const { count, moment } = useFormats();
  const amount = useAmount();
  const numbers = [copy.quantity, copy.price, copy.amount].map((label) => ({ label, ta: 'right' as const }));
  return (
    <HeadedTable
      heads={[...(clientId === undefined ? [] : [copy.order]), copy.position, ...numbers]}
      minWidth={clientId === undefined ? 380 : 560}
      verticalSpacing={4}
    >
      {charges.map((charge, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: charges are only added at the end
        <Table.Tr key={place} data-charge={charge.kind}>
          {clientId !== undefined && (
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {charge.orderId && <OrderLink clientId={clientId} orderId={charge.orderId} />}
            </Table.Td>
          )}
          <Table.Td>
            <ThingName of={charge} />
            {charge.createdByName && (
              <Text size="xs" c="dimmed">
                {charge.createdByName}, {moment(charge.created)}
              </Text>
            )}
          </Table.Td>
          <Table.Td ta="right">{count(charge.quantity)}</Table.Td>
          <Table.Td ta="right">{amount(charge.unitAmount, charge.currency)}</Table.Td>
          <Table.Td ta="right">{amount(charge.amount, charge.currency)}</Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}

/** Lists what was shipped and has no price, each thing once, with its first order. */
export function MissingTable({ clientId, missing }: { clientId: string; missing: readonly Schemas['MissingPrice'][] }) {
  const copy = useCopy(moneyCopy);
  const { count, day } = useFormats();
  const things = Map.groupBy(missing, ({ kind, title, code, technology, problem }) =>
    JSON.stringify([kind, title, code, technology, problem]),
  );
  return (
    <Stack gap="xs">
      <Text size="sm">{copy.missingMeans}</Text>
      <HeadedTable
        heads={[copy.position, copy.problem, { label: copy.quantity, ta: 'right' }, copy.order]}
        minWidth={560}
        verticalSpacing={4}
      >
        {[...things].map(([key, some]) => {
          const first = some[0] as Schemas['MissingPrice'];
          const orders = new Set(some.map(({ orderId }) => orderId)).size;
          return (
            <Table.Tr key={key} data-missing={first.code ?? first.kind}>
              <Table.Td>
                <ThingName of={first} />
              </Table.Td>
              <Table.Td>{copy.problems[first.problem]}</Table.Td>
              <Table.Td ta="right">{count(some.reduce((sum, { quantity }) => sum + quantity, 0))}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <OrderLink clientId={clientId} orderId={first.orderId} />
                <Text size="xs" c="dimmed">
                  {day(first.day)}
                  {orders > 1 && ` · ${copy.moreOrders(count(orders - 1))}`}
                </Text>
              </Table.Td>
            </Table.Tr>
          );
        })}
      </HeadedTable>
    </Stack>
  );
}

/** Saves a file that the server makes. */
export function FileSaveButton({ name, label, read }: { name: string; label: string; read: () => Promise<unknown> }) {
  const save = useMutation({ mutationFn: async () => saveFile(name, (await read()) as Blob) });
  return (
    <>
      {save.error && <RequestFailure error={save.error} />}
      <ActionButton
        verb="money.read"
        variant="default"
        size="compact-sm"
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {label}
      </ActionButton>
    </>
  );
}
