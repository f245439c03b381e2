import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupProblems } from './problem-groups-rules.ts';
import type { Problem } from './problems-api.ts';

const problem = (rest: Partial<Problem>): Problem =>
  ({ since: '2026-01-31T12:00:00.000Z', todo: '', ...rest }) as Problem;

test('problems with one cause are one row, and other problems stay apart', () => {
  const groups = groupProblems([
    problem({ kind: 'NO_BLANK', code: 'P1', orderId: 'A', reason: 'TEE-M' }),
    problem({ kind: 'NO_LABEL', code: 'T1', orderId: 'A' }),
    problem({ kind: 'NO_BLANK', code: 'P2', orderId: 'B', reason: 'TEE-M' }),
    problem({ kind: 'NO_BLANK', code: 'P3', orderId: 'B', reason: 'TEE-L' }),
    problem({ kind: 'PRINT_JOB', jobId: '1', printerId: 'one', reason: 'printer_unreachable' }),
    problem({ kind: 'PRINT_JOB', jobId: '2', printerId: 'one', reason: 'printer_unreachable' }),
    problem({ kind: 'PRINT_JOB', jobId: '3', printerId: 'two', reason: 'printer_unreachable' }),
    problem({ kind: 'NO_LABEL', code: 'T2', orderId: 'C' }),
    problem({ kind: 'STOPPED', orderId: 'D', reason: 'The print is blurred.' }),
    problem({ kind: 'STOPPED', orderId: 'E', reason: 'The print is blurred.' }),
  ]);
  assert.deepEqual(
    groups.map(({ problems: some }) => some.map(({ code, jobId, orderId }) => code ?? jobId ?? orderId)),
    [['P1', 'P2'], ['T1'], ['P3'], ['1', '2'], ['3'], ['T2'], ['D', 'E']],
  );
});
