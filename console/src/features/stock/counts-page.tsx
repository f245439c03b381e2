import { Badge, Button, Checkbox, Group, NumberInput, Table, Text, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { newIdempotencyKey } from '../../shared/api/idempotency-key.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Dialog, useDialogChange } from '../../shared/ui/dialog.tsx';
import { ButtonLink, CodeLink } from '../../shared/ui/links.tsx';
import { ChangeFailure, HeadedTable, ListResult, Page, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { beginCount, COUNTS_KEY, confirmCounted, countQuery, countsQuery, endCount } from './buying-api.ts';
import { stockCopy } from './stock-copy.ts';

const route = getRouteApi('/office/counts');

/** Counts of stock. An opened one shows its differences, which another person can confirm. */
export function CountsPage() {
  const copy = useCopy(stockCopy).counts;
  const { moment } = useFormats();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(countsQuery(search.cursor));
  const [isOpen, dialog] = useDisclosure();
  return (
    <Page
      title={copy.title}
      actions={
        <ActionButton verb="stock.change" onClick={dialog.open}>
          {copy.begin}
        </ActionButton>
      }
    >
      {isOpen && <BeginDialog onClose={dialog.close} />}
      {search.id !== undefined && <CountSection key={search.id} countId={search.id} />}
      <Section title={copy.all}>
        <ListResult query={list} to="/counts" search={search} none={<Text size="sm">{copy.none}</Text>}>
          {(counts) => (
            <HeadedTable heads={[copy.name, copy.since, copy.state]}>
              {counts.map((one) => (
                <Table.Tr key={one.countId} data-count={one.title}>
                  <Table.Td>
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      onClick={() => void navigate({ search: { id: one.countId } as typeof search })}
                    >
                      {one.title}
                    </Button>
                  </Table.Td>
                  <Table.Td>{moment(one.created)}</Table.Td>
                  <Table.Td>{one.ended ? copy.ended(moment(one.ended)) : copy.open}</Table.Td>
                </Table.Tr>
              ))}
            </HeadedTable>
          )}
        </ListResult>
      </Section>
    </Page>
  );
}

function CountSection({ countId }: { countId: string }) {
  const copy = useCopy(stockCopy).counts;
  const { count } = useFormats();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(countQuery(countId));
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: COUNTS_KEY });
  const confirm = useMutation({
    mutationFn: (body: Parameters<typeof confirmCounted>[1]) => confirmCounted(countId, body),
    onSuccess,
  });
  const end = useMutation({ mutationFn: () => endCount(countId), onSuccess });
  if (error) return <RequestFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <Section
      title={data.title}
      actions={
        !data.ended && (
          <Group gap="xs">
            <ButtonLink to="/shelves" search={{ do: 'count', id: countId }} variant="default">
              {copy.work}
            </ButtonLink>
            <ActionButton verb="stock.change" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
              {copy.end}
            </ActionButton>
          </Group>
        )
      }
    >
      <ChangeFailure error={confirm.error ?? end.error} />
      <HeadedTable
        heads={[
          copy.place,
          copy.variant,
          ...[copy.expected, copy.counted, copy.difference].map((label) => ({ label, ta: 'right' as const })),
          copy.state,
          '',
        ]}
        minWidth={760}
      >
        {data.lines.map((line) => {
          const { kind, code, place, expected, counted, state } = line;
          const difference = counted === undefined || expected === undefined ? undefined : counted - expected;
          return (
            <Table.Tr key={`${place} ${kind} ${code}`} data-line={code}>
              <Table.Td>{place || copy.noPlace}</Table.Td>
              <Table.Td>
                <CodeLink to="/stock/$kind/$code" params={{ kind, code }}>
                  {code}
                </CodeLink>
                <Text size="xs" c="dimmed">
                  {[line.name, line.color, line.size].filter(Boolean).join(', ')}
                </Text>
              </Table.Td>
              <Table.Td ta="right">{expected !== undefined && count(expected)}</Table.Td>
              <Table.Td ta="right">{counted !== undefined && count(counted)}</Table.Td>
              <Table.Td ta="right">
                {difference !== undefined && `${difference > 0 ? '+' : ''}${count(difference)}`}
              </Table.Td>
              <Table.Td>
                <Badge color={state === 'PENDING' ? 'orange' : 'gray'}>{copy.states[state]}</Badge>
              </Table.Td>
              <Table.Td>
                {state === 'PENDING' && (
                  <Group gap={6} justify="flex-end" wrap="nowrap">
                    <ActionButton
                      verb="stock.change"
                      size="compact-sm"
                      onClick={() => confirm.mutate({ kind, code, place, isRight: true })}
                    >
                      {copy.confirm}
                    </ActionButton>
                    <ActionButton
                      verb="stock.change"
                      size="compact-sm"
                      variant="default"
                      onClick={() => confirm.mutate({ kind, code, place, isRight: false })}
                    >
                      {copy.reject}
                    </ActionButton>
                  </Group>
                )}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </HeadedTable>
    </Section>
  );
}

function BeginDialog({ onClose }: { onClose: () => void }) {
  const copy = useCopy(stockCopy).counts;
  const [title, setTitle] = useState('');
  const [places, setPlaces] = useState('');
  const [oldest, setOldest] = useState<number | string>('');
  const [isBlind, setBlind] = useState(true);
  const [isConfirmed, setConfirmed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed request gets another key.
  const key = useMemo(newIdempotencyKey, [title, places, oldest, isBlind, isConfirmed]);
  const placeList = places
    .split('\n')
    .map((place) => place.trim())
    .filter(Boolean);
  const change = useDialogChange(
    () =>
      beginCount(
        {
          ...{ title: title.trim(), isBlind, isConfirmed, places: placeList },
          ...(oldest !== '' && { oldest: Number(oldest) }),
        },
        key,
      ),
    COUNTS_KEY,
    onClose,
  );
  return (
    <Dialog
      title={copy.begin}
      confirm={copy.begin}
      change={change}
      onSubmit={() => title.trim() && change.mutate()}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={copy.name}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Textarea
        label={copy.places}
        description={copy.onePerLine}
        autosize
        minRows={3}
        value={places}
        onChange={(event) => setPlaces(event.currentTarget.value)}
      />
      <NumberInput
        label={copy.oldest}
        min={1}
        allowDecimal={false}
        allowNegative={false}
        value={oldest}
        onChange={setOldest}
      />
      <Checkbox label={copy.blind} checked={isBlind} onChange={(event) => setBlind(event.currentTarget.checked)} />
      <Checkbox
        label={copy.isConfirmed}
        checked={isConfirmed}
        onChange={(event) => setConfirmed(event.currentTarget.checked)}
      />
    </Dialog>
  );
}
