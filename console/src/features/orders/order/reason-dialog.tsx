import { Group, NativeSelect, NumberInput, Select, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCopy, useFormats, wordOf } from '../../../shared/copy/copy.ts';
import { ordersCopy } from '../orders-copy.ts';
import type { ReasonDialogName } from './order-action-rules.ts';
import type { OperatorOrder, OrderAction, ScrappedPieces } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import classes from './order-dialog.module.css';
import { OrderDialog, type OrderDialogProps, REASON_LENGTH_MAX } from './order-dialog.tsx';
import { nameOf, orderParts, PROBLEM_CODES, partAt, usualProblem } from './order-part-rules.ts';
import { piecesLeft, type ScrapLines, scrappedOf } from './parcel-rules.ts';
import { usePartName } from './use-order-words.ts';

interface ReasonDialogProps extends OrderDialogProps {
  name: ReasonDialogName;
}

/** Asks for a reason that the client sees, and for all other inputs of the action `name`. */
export function ReasonDialog({ name, ...dialog }: ReasonDialogProps) {
  const { order } = dialog.seen;
  const copy = useCopy(orderCopy);
  const words = copy.dialogs[name];
  const isProblem = name === 'fail' || name === 'correct';
  const given = order.statusReason;
  const [reason, setReason] = useState(name === 'correct' ? (given?.message ?? '') : '');
  const [problem, setProblem] = useState<Problem>({
    code: (name === 'correct' && given?.code) || PROBLEM_CODES[0],
    pointer: (name === 'correct' && given?.pointer) || '',
  });
  const [lines, setLines] = useState<ScrapLines>({});
  const scrapped = scrappedOf(lines);
  return (
    <OrderDialog
      {...dialog}
      title={words.title}
      confirm={words.confirm}
      color={name === 'hold' ? 'cyan' : name === 'correct' ? 'blue' : 'red'}
      isReady={scrapped !== undefined && (!isProblem || reason.trim() !== '')}
      toSend={() => toAction(name, reason, problem, scrapped ?? [])}
    >
      {words.means && <Text size="sm">{words.means}</Text>}
      {isProblem && <ProblemFields order={order} problem={problem} onChange={setProblem} />}
      {words.reason && (
        <Textarea
          label={words.reason}
          autosize
          minRows={3}
          maxRows={8}
          maxLength={REASON_LENGTH_MAX}
          required={isProblem}
          withAsterisk={false}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {mayScrap(name, order) && <ScrapFields order={order} lines={lines} onChange={setLines} />}
    </OrderDialog>
  );
}

/** Returns whether the dialog asks for spoiled pieces: when an order leaves production. */
function mayScrap(name: ReasonDialogName, order: OperatorOrder['order']): boolean {
  const leaves = name === 'cancel' || name === 'fail' || name === 'acceptCancellation';
  return leaves && order.status === 'ACCEPTED' && piecesLeft(order).length > 0;
}

function toAction(
  name: ReasonDialogName,
  reason: string,
  { code, pointer }: Problem,
  scrapped: ScrappedPieces[],
): OrderAction {
  switch (name) {
    case 'fail':
    case 'correct':
      return { name: 'fail', message: reason.trim(), code, pointer, scrapped };
    case 'acceptCancellation':
      return { name, scrapped };
    case 'cancel':
      return { name, reason, scrapped };
    default:
      return { name, reason };
  }
}

/** As many as fit on a screen. Typing finds the others. */
const PARTS_SHOWN_MAX = 60;

interface Problem {
  code: string;
  /** Empty for the whole order. */
  pointer: string;
}

type ProblemFieldsProps = { order: OperatorOrder['order']; problem: Problem; onChange: (problem: Problem) => void };

/** Asks which part a problem is about, and its kind. */
function ProblemFields({ order, problem: { code, pointer }, onChange }: ProblemFieldsProps) {
  const copy = useCopy(orderCopy);
  const { reasons } = useCopy(ordersCopy);
  const nameOfPart = usePartName();
  const parts = orderParts(order);
  const codes: readonly string[] = PROBLEM_CODES;
  const known = parts.map((part) => ({ value: part.pointer, label: nameOfPart(part) }));
  // The pointer of a corrected reason may not be in the list of parts.
  const isKnown = pointer === '' || known.some(({ value }) => value === pointer);
  return (
    <>
      <Select
        label={copy.problem.part}
        placeholder={copy.problem.whole}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': copy.problem.whole }}
        limit={PARTS_SHOWN_MAX}
        nothingFoundMessage={copy.problem.noPart}
        data={isKnown ? known : [{ value: pointer, label: pointer }, ...known]}
        value={pointer === '' ? null : pointer}
        onChange={(chosen) => {
          const part = chosen === null ? undefined : partAt(parts, chosen);
          // The kind follows the part until another kind is chosen.
          const isUsual = codes.includes(code) && code === usualProblem(partAt(parts, pointer)?.kind ?? 'item');
          onChange({ pointer: chosen ?? '', code: isUsual ? usualProblem(part?.kind ?? 'item') : code });
        }}
      />
      <NativeSelect
        label={copy.problem.code}
        value={code}
        data={[...(codes.includes(code) ? [] : [code]), ...codes].map((one) => ({
          value: one,
          label: wordOf(reasons, one),
        }))}
        onChange={({ currentTarget: { value } }) => onChange({ pointer, code: value })}
      />
    </>
  );
}

type ScrapFieldsProps = { order: OperatorOrder['order']; lines: ScrapLines; onChange: (lines: ScrapLines) => void };

/** Asks which pieces were spoiled. They are written off; the other reserved pieces return to stock. */
function ScrapFields({ order, lines, onChange }: ScrapFieldsProps) {
  const copy = useCopy(orderCopy);
  const { count } = useFormats();
  const [isOn, setOn] = useState(false);
  return (
    <>
      <Switch
        label={copy.scrap.some}
        description={copy.scrap.means}
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => {
          setOn(checked);
          if (!checked) onChange({});
        }}
      />
      {isOn && (
        <div className={classes.lines}>
          {piecesLeft(order).map(({ id, quantity: left }) => {
            const item = order.items.find((one) => one.id === id);
            const name = item ? nameOf(item) : id;
            const line = lines[id] ?? { quantity: 0, reason: '' };
            const change = (changes: Partial<typeof line>) => onChange({ ...lines, [id]: { ...line, ...changes } });
            return (
              <div key={id}>
                <Text size="sm" fw={600} className={classes.name}>
                  {name}
                </Text>
                <Group gap="xs" wrap="nowrap" align="flex-end">
                  <NumberInput
                    label={copy.scrap.quantity}
                    aria-label={copy.scrap.quantityOf(name)}
                    description={copy.scrap.left(count(left))}
                    w={130}
                    min={0}
                    max={left}
                    allowDecimal={false}
                    clampBehavior="strict"
                    value={line.quantity}
                    onChange={(value) => change({ quantity: Number(value) || 0 })}
                  />
                  <TextInput
                    label={copy.scrap.reason}
                    aria-label={copy.scrap.reasonOf(name)}
                    flex={1}
                    maxLength={REASON_LENGTH_MAX}
                    disabled={line.quantity === 0}
                    required={line.quantity > 0}
                    withAsterisk={false}
                    value={line.reason}
                    onChange={({ currentTarget: { value } }) => change({ reason: value })}
                  />
                </Group>
              </div>
            );
          })}
        </div>
      )}
    </>
  );
}
