import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useCopy } from '../../../shared/copy/copy.ts';
import type { OperatorOrder, OrderAction, ScrappedPieces } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import { OrderDialog, type OrderDialogProps } from './order-dialog.tsx';
import { piecesLeft } from './parcel-rules.ts';
import { type Problem, ProblemFields } from './problem-fields.tsx';
import { PROBLEM_CODES } from './problem-rules.ts';
import { ScrapFields } from './scrap-fields.tsx';
import { type ScrapLines, scrappedOf } from './scrap-rules.ts';

export type ReasonDialogName =
  | 'hold'
  | 'cancel'
  | 'fail'
  | 'correct'
  | 'acceptCancellation'
  | 'rejectCancellation';

/** The server's limit. */
const REASON_LENGTH_MAX = 500;

interface ReasonDialogProps extends OrderDialogProps {
  name: ReasonDialogName;
}

/** Asks for words that the customer will read, and for what else an action has to know. */
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

/** Pieces can be spoiled of what is in production, and are told when it leaves that. */
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
