import { NativeSelect, Select } from '@mantine/core';
import { useCopy } from '../../../shared/copy/copy.ts';
import { ordersCopy } from '../orders-copy.ts';
import type { OperatorOrder } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import { orderParts, partAt } from './order-part-rules.ts';
import { PROBLEM_CODES, usualProblem } from './problem-rules.ts';
import { usePartName } from './use-part-name.ts';

/** What fits on a screen; typing finds the others. */
const PARTS_SHOWN_MAX = 60;

export interface Problem {
  code: string;
  /** Empty: the order as a whole. */
  pointer: string;
}

interface ProblemFieldsProps {
  order: OperatorOrder['order'];
  problem: Problem;
  onChange: (problem: Problem) => void;
}

/** What of the order a problem is about, and of which kind it is. */
export function ProblemFields({ order, problem: { code, pointer }, onChange }: ProblemFieldsProps) {
  const copy = useCopy(orderCopy);
  const { reasons } = useCopy(ordersCopy);
  const nameOfPart = usePartName();
  const parts = orderParts(order);
  const codes: readonly string[] = PROBLEM_CODES;
  const known = parts.map((part) => ({ value: part.pointer, label: nameOfPart(part) }));
  // A reason that is corrected may lead to what is no part of its own.
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
          // The kind follows the part, until somebody has chosen another.
          const isUsual =
            codes.includes(code) && code === usualProblem(partAt(parts, pointer)?.kind ?? 'item');
          onChange({
            pointer: chosen ?? '',
            code: isUsual ? usualProblem(part?.kind ?? 'item') : code,
          });
        }}
      />
      <NativeSelect
        label={copy.problem.code}
        value={code}
        data={[...(codes.includes(code) ? [] : [code]), ...codes].map((one) => ({
          value: one,
          label: reasons[one] ?? one,
        }))}
        onChange={({ currentTarget: { value } }) => onChange({ pointer, code: value })}
      />
    </>
  );
}
