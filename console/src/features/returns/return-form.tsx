import {
  Alert,
  Button,
  Group,
  NativeSelect,
  NumberInput,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { newIdempotencyKey } from '../../shared/api/idempotency-key.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ChangeFailure } from '../../shared/ui/change-failure.tsx';
import { HeadedTable } from '../../shared/ui/list-table.tsx';
import { conditionsOf, type DraftLine, draftLines, linesToBook } from './return-lines.ts';
import { bookReturn, RETURNS_KEY, type Return, type Returnable, type ReturnableItem } from './returns-api.ts';
import { returnsCopy } from './returns-copy.ts';
import { type Condition, REASONS, type ReturnReason } from './returns-search.ts';

const NOTE_LENGTH_MAX = 1_000;

interface ReturnFormProps {
  order: Returnable;
  onBooked: (booked: Return) => void;
  onCancel: () => void;
}

/** What came back of this order, and what becomes of it? */
export function ReturnForm({ order, onBooked, onCancel }: ReturnFormProps) {
  const copy = useCopy(returnsCopy);
  const queryClient = useQueryClient();
  const [drafts, setDrafts] = useState(() => draftLines(order));
  const [isTried, setTried] = useState(false);
  const lines = linesToBook(order, drafts);
  // Something else is another return. Sent again after a lost connection, the same counts once.
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

interface ItemRowProps {
  item: ReturnableItem;
  draft: DraftLine;
  onChange: (changes: Partial<DraftLine>) => void;
}

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
