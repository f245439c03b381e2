import { Alert, Button, Group, NativeSelect, NumberInput, Stack, Table, Text, TextInput } from '@mantine/core';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { newIdempotencyKey } from '../../shared/api/idempotency-key.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { SearchField } from '../../shared/list/search-field.tsx';
import { useScanner } from '../../shared/scan/use-scanner.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ChangeFailure, HeadedTable, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { conditionsOf, type DraftLine, draftLines, linesToBook } from './return-lines.ts';
import {
  bookReturn,
  type Condition,
  REASONS,
  RETURNS_KEY,
  type Return,
  type Returnable,
  type ReturnableItem,
  type ReturnReason,
  returnableQuery,
} from './returns-api.ts';
import { returnsCopy } from './returns-copy.ts';

interface BookSectionProps {
  /** The scanned or typed code. */
  code: string | undefined;
  onCode: (code: string | undefined) => void;
}

/** Finds the order of a return and books the return. */
export function BookSection({ code, onCode }: BookSectionProps) {
  const copy = useCopy(returnsCopy);
  const { count } = useFormats();
  const [chosen, setChosen] = useState<Returnable>();
  const [booked, setBooked] = useState<Return>();
  const query = returnableQuery(code ?? '');
  const { data, error, refetch } = useQuery({ ...query, ...(code === undefined && { queryFn: skipToken }) });
  const find = (text: string | undefined) => {
    setChosen(undefined);
    setBooked(undefined);
    onCode(text);
  };
  useScanner((_, { text }) => find(text), { isOfPage: true });
  const [only] = data ?? [];
  const order = chosen ?? (data?.length === 1 ? only : undefined);
  const isOpen = code !== undefined && order !== undefined;
  return (
    <Section title={copy.book}>
      <SearchField label={copy.find} value={code} onChange={find} />
      <Text size="sm" c="dimmed" mt={6}>
        {copy.scanHint}
      </Text>
      {booked && (
        <Alert color="green" role="status">
          {copy.booked(count(piecesOf(booked)), booked.orderId)}
        </Alert>
      )}
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {code !== undefined && data?.length === 0 && <Alert color="orange">{copy.nothing(code)}</Alert>}
      {!isOpen && code !== undefined && data && data.length > 1 && (
        <>
          <Text size="sm">{copy.several}</Text>
          <Table>
            <Table.Tbody>
              {data.map((one) => (
                <Table.Tr key={`${one.clientId} ${one.orderId}`}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{one.orderId}</Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{one.clientName}</Table.Td>
                  <Table.Td>
                    <Group justify="flex-end">
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={copy.choose(one.orderId)}
                        onClick={() => setChosen(one)}
                      >
                        {copy.take}
                      </Button>
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </>
      )}
      {isOpen && (
        <ReturnForm
          key={`${order.clientId} ${order.orderId} ${order.piece?.code ?? ''}`}
          order={order}
          onBooked={(one) => {
            find(undefined);
            setBooked(one);
          }}
          onCancel={() => find(undefined)}
        />
      )}
    </Section>
  );
}

function piecesOf({ items }: Return): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}

const NOTE_LENGTH_MAX = 1_000;

type ReturnFormProps = { order: Returnable; onBooked: (booked: Return) => void; onCancel: () => void };

/** Asks which pieces of an order came back, and for their outcome. */
function ReturnForm({ order, onBooked, onCancel }: ReturnFormProps) {
  const copy = useCopy(returnsCopy);
  const queryClient = useQueryClient();
  const [drafts, setDrafts] = useState(() => draftLines(order));
  const [isTried, setTried] = useState(false);
  const lines = linesToBook(order, drafts);
  // A changed return gets a new key. A retry after a lost connection keeps the key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it names what these say.
  const idempotencyKey = useMemo(newIdempotencyKey, [drafts]);
  const { clientId, orderId, clientName, piece } = order;
  const book = useMutation({
    mutationFn: () => bookReturn({ clientId, orderId, items: lines }, idempotencyKey),
    onSuccess: async (booked) => {
      onBooked(booked);
      await queryClient.invalidateQueries({ queryKey: RETURNS_KEY });
    },
  });
  const change = (itemId: string, changes: Partial<DraftLine>) =>
    setDrafts((before) => before.map((one) => (one.itemId === itemId ? { ...one, ...changes } : one)));
  const submit = () => {
    setTried(true);
    if (lines.length > 0) book.mutate();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Text fw={600} my="sm" style={{ overflowWrap: 'anywhere' }}>
        {copy.ofOrder(orderId, clientName)}
      </Text>
      <ChangeFailure error={book.error} />
      {piece?.isReturned && <Alert color="orange">{copy.pieceBack(piece.code)}</Alert>}
      <HeadedTable
        heads={[
          copy.item,
          { label: copy.left, ta: 'right' },
          { label: copy.back, ta: 'right' },
          { label: copy.nowBack, w: 110 },
          copy.condition,
        ]}
        minWidth={560}
        verticalSpacing={6}
      >
        {order.items.map((item) => (
          <ItemRow
            key={item.itemId}
            item={item}
            draft={drafts.find(({ itemId }) => itemId === item.itemId) as DraftLine}
            onChange={(changes) => change(item.itemId, changes)}
          />
        ))}
      </HeadedTable>
      <Group justify="flex-end" mt="xs">
        {isTried && lines.length === 0 && (
          <Text size="sm" c="red" role="alert">
            {copy.needsPieces}
          </Text>
        )}
        <Button variant="default" onClick={onCancel}>
          {copy.cancel}
        </Button>
        <ActionButton verb="returns.book" loading={book.isPending} onClick={submit}>
          {copy.confirm}
        </ActionButton>
      </Group>
    </form>
  );
}

type ItemRowProps = { item: ReturnableItem; draft: DraftLine; onChange: (changes: Partial<DraftLine>) => void };

function ItemRow({ item, draft, onChange }: ItemRowProps) {
  const copy = useCopy(returnsCopy);
  const { count } = useFormats();
  const { code, title, color, size, shipped, returned } = item;
  const looks = [title, color, size].filter(Boolean).join(', ');
  const isAll = returned >= shipped;
  return (
    <Table.Tr data-item={item.itemId}>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {looks}
        <Text size="xs" c="dimmed" ff="monospace">
          {code}
        </Text>
      </Table.Td>
      <Table.Td ta="right">{count(shipped)}</Table.Td>
      <Table.Td ta="right">{count(returned)}</Table.Td>
      <Table.Td>
        <NumberInput
          aria-label={copy.nowBackOf(looks)}
          min={0}
          max={shipped - returned}
          disabled={isAll}
          allowDecimal={false}
          allowNegative={false}
          value={draft.quantity}
          onChange={(value) => onChange({ quantity: typeof value === 'number' ? value : '' })}
        />
      </Table.Td>
      <Table.Td>
        <Stack gap={6}>
          <NativeSelect
            aria-label={copy.conditionOf(looks)}
            disabled={isAll}
            value={draft.condition}
            data={conditionsOf(item).map((value) => ({ value, label: copy.conditions[value] }))}
            onChange={({ currentTarget: { value } }) => onChange({ condition: value as Condition })}
          />
          <NativeSelect
            aria-label={copy.reasonOf(looks)}
            disabled={isAll}
            value={draft.reason}
            data={REASONS.map((value) => ({ value, label: copy.reasons[value] }))}
            onChange={({ currentTarget: { value } }) => onChange({ reason: value as ReturnReason })}
          />
          <TextInput
            aria-label={copy.noteOf(looks)}
            placeholder={copy.note}
            disabled={isAll}
            maxLength={NOTE_LENGTH_MAX}
            value={draft.note}
            onChange={({ currentTarget: { value } }) => onChange({ note: value })}
          />
        </Stack>
      </Table.Td>
    </Table.Tr>
  );
}
