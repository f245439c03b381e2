import { Badge, Button, Group, NumberInput, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { CodeLink } from '../../shared/ui/links.tsx';
import { ChangeFailure, HeadedTable } from '../../shared/ui/page.tsx';
import tableText from '../../shared/ui/table-text.module.css';
import { type ListedStock, type PlanChange, planStock, STOCK_KEY } from './stock-api.ts';
import { stockCopy } from './stock-copy.ts';
import classes from './stock-page.module.css';

const FIELDS = ['minimum', 'target'] as const;
type Field = (typeof FIELDS)[number];
type Typed = Partial<Record<Field, number | string>>;
const keyOf = ({ kind, code }: Pick<ListedStock, 'kind' | 'code'>) => `${kind} ${code}`;

interface StockTableProps {
  stock: ListedStock[];
  isOld: boolean;
  /** Minimum and target are fields. */
  isEditing: boolean;
  onDone: () => void;
}

/** The variants of a page. Typed values stay through refusals, and on other pages of the list. */
export function StockTable({ stock, isOld, isEditing, onDone }: StockTableProps) {
  const copy = useCopy(stockCopy);
  const { count } = useFormats();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map());
  const type = (one: ListedStock, values: Typed) =>
    setTyped((before) => new Map(before).set(keyOf(one), { ...before.get(keyOf(one)), ...values }));
  const [sent, setSent] = useState<readonly string[]>([]);
  const save = useMutation({
    mutationFn: () => {
      const changes = [...typed].map(([key, values]): PlanChange => {
        const [kind, code] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)];
        const given = Object.entries(values).map(([field, value]) => [field, Number(value) || 0]);
        return { kind: kind as ListedStock['kind'], code, ...Object.fromEntries(given) };
      });
      setSent([...typed.keys()]);
      return planStock(changes);
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: STOCK_KEY });
      setTyped(new Map());
      onDone();
    },
  });
  const faults = violationsByField(save.error);
  const faultOf = (one: ListedStock, field: Field) => faults[`variants.${sent.indexOf(keyOf(one))}.${field}`];
  const proposed = stock.filter((one) => one.proposedMinimum !== undefined);
  const { columns } = copy;
  const right = (label: string) => ({ label, ta: 'right' as const });
  return (
    <>
      {isEditing && (
        <Group gap="sm" justify="flex-end">
          <Text size="sm" c="dimmed" flex={1} miw={200}>
            {copy.proposalsMean}
          </Text>
          {proposed.length > 0 && (
            <Button
              variant="default"
              onClick={() => {
                for (const one of proposed)
                  type(one, { minimum: one.proposedMinimum ?? '', target: one.proposedTarget ?? '' });
              }}
            >
              {copy.useProposals}
            </Button>
          )}
          <Button loading={save.isPending} disabled={typed.size === 0} onClick={() => save.mutate()}>
            {typed.size === 0 ? copy.saveChanges : copy.saveMany(count(typed.size))}
          </Button>
        </Group>
      )}
      <ChangeFailure error={save.error} />
      <HeadedTable
        heads={[
          { label: columns.variant, w: '30%' },
          columns.place,
          ...[columns.onHand, columns.reserved, columns.available, columns.waiting].map(right),
          ...[copy.minimum, copy.target, columns.cover, columns.value].map(right),
        ]}
        minWidth={900}
        horizontalSpacing={8}
        isOld={isOld}
      >
        {stock.map((one) => (
          <StockRow key={keyOf(one)} stock={one}>
            {FIELDS.map((field) =>
              isEditing ? (
                <Table.Td key={field} ta="right">
                  <NumberInput
                    aria-label={copy.fieldOf(field === 'minimum' ? copy.minimum : copy.target, one.code)}
                    className={classes.field}
                    size="xs"
                    min={0}
                    hideControls
                    allowDecimal={false}
                    allowNegative={false}
                    placeholder={String((field === 'minimum' ? one.proposedMinimum : one.proposedTarget) ?? '')}
                    value={typed.get(keyOf(one))?.[field] ?? one[field] ?? ''}
                    error={faultOf(one, field)}
                    onChange={(value) => type(one, { [field]: value })}
                  />
                </Table.Td>
              ) : (
                <Table.Td key={field} data-wide ta="right">
                  {one[field] !== undefined && count(one[field])}
                </Table.Td>
              ),
            )}
          </StockRow>
        ))}
      </HeadedTable>
    </>
  );
}

/** A variant. `children` are the cells of minimum and target. */
function StockRow({ stock: one, children }: { stock: ListedStock; children: React.ReactNode }) {
  const copy = useCopy(stockCopy);
  const { count, decimal } = useFormats();
  return (
    <Table.Tr data-code={one.code}>
      <Table.Td>
        <span className={classes.named}>
          {one.pictureUrl ? (
            <img className={tableText.picture} src={one.pictureUrl} alt="" loading="lazy" />
          ) : (
            <span className={`${tableText.picture} ${classes.blank}`} />
          )}
          <span>
            <span className={tableText.name} title={one.name}>
              {[one.name, one.color, one.size].filter(Boolean).join(', ')}
            </span>
            <CodeLink to="/stock/$kind/$code" params={{ kind: one.kind, code: one.code }}>
              {one.code}
            </CodeLink>
            {one.retired && (
              <Badge color="gray" ml="xs">
                {copy.retired}
              </Badge>
            )}
            {one.ownerId && (
              <Badge color="blue" variant="light" ml="xs" title={copy.ownedBy(one.ownerName ?? one.ownerId)}>
                {one.ownerName ?? one.ownerId}
              </Badge>
            )}
          </span>
        </span>
      </Table.Td>
      <Table.Td>
        <span className={tableText.brief}>{one.place}</span>
        {one.reserves.length > 0 && (
          <Text
            size="xs"
            c="dimmed"
            title={one.reserves.map(({ place, quantity }) => `${place}: ${quantity}`).join(', ')}
          >
            +{count(one.reserves.length)}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">{count(one.onHand)}</Table.Td>
      <Table.Td data-wide ta="right">
        {count(one.reserved)}
      </Table.Td>
      <Table.Td ta="right">
        {one.onHand < one.reserved ? (
          <Badge color="red">{copy.shortBy(count(one.reserved - one.onHand))}</Badge>
        ) : one.minimum !== undefined && one.available < one.minimum ? (
          <Badge color="orange" title={copy.minimumOf(count(one.minimum))}>
            {count(one.available)}
          </Badge>
        ) : (
          count(one.available)
        )}
      </Table.Td>
      <Table.Td data-wide ta="right">
        {one.waiting > 0 && count(one.waiting)}
      </Table.Td>
      {children}
      <Table.Td data-wide ta="right" style={{ whiteSpace: 'nowrap' }}>
        {one.coverDays !== undefined && copy.days(count(Math.floor(one.coverDays)))}
      </Table.Td>
      <Table.Td data-wide ta="right">
        {one.value !== undefined && decimal(one.value)}
      </Table.Td>
    </Table.Tr>
  );
}
