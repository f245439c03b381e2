import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseError } from 'pg';
import { TurnTimeout } from '../concurrency/round-robin-queue.ts';
import { BlobMissingError, BlobStoreError } from '../files/blobs.ts';
import { FaultLog } from './fault-log.ts';

const AWAY = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });

function newFaults() {
  const clock = { now: 0 };
  const lines: object[] = [];
  const note = (fields: object, message: string) => void lines.push({ ...fields, message });
  const log = { error: note, info: note } as unknown as ConstructorParameters<typeof FaultLog>[0];
  const faults = new FaultLog(log, () => clock.now);
  const stateOf = (name: string) => faults.states().find(({ dependency }) => dependency === name);
  return { clock, lines, faults, stateOf };
}

test('a fault is one line when it begins, one when it ends, and a count of its failures', () => {
  const { clock, lines, faults, stateOf } = newFaults();
  for (clock.now = 0; clock.now < 50_000; clock.now += 1_000) faults.failed('file_store', AWAY);
  const begin = { dependency: 'file_store', err: AWAY };
  assert.deepEqual(lines, [{ ...begin, message: 'a dependency fails; further failures are counted, not logged' }]);
  assert.deepEqual(stateOf('file_store'), { dependency: 'file_store', failures: 50, isFaulty: true });
  faults.worked('database');
  clock.now = 60_000;
  faults.worked('file_store');
  faults.worked('file_store');
  const end = { dependency: 'file_store', failures: 50, seconds: 49, message: 'a dependency works again' };
  assert.deepEqual(lines.slice(1), [end]);
  assert.deepEqual(stateOf('file_store'), { dependency: 'file_store', failures: 50, isFaulty: false });
  faults.failed('file_store', AWAY);
  assert.equal(lines.length, 3);
  assert.equal(stateOf('file_store')?.failures, 51);
});

test('successes between failures end no fault, and reads do not end one of writes at once', () => {
  const { clock, lines, faults } = newFaults();
  for (const [dependency, quietMs] of [
    ['database', 5_000],
    ['database_writes', 60_000],
    ['disk', 60_000],
  ] as const) {
    lines.length = 0;
    faults.failed(dependency, AWAY);
    clock.now += quietMs - 1;
    faults.worked(dependency);
    faults.failed(dependency, AWAY);
    clock.now += quietMs - 1;
    faults.worked(dependency);
    assert.equal(lines.length, 1, dependency);
    clock.now += 1;
    faults.worked(dependency);
    assert.equal(lines.length, 2, dependency);
  }
});

test('an error is told by who is to blame for it', () => {
  const ofPostgres = (code: string) => Object.assign(new DatabaseError('no', 0, 'error'), { code });
  const ofFile = (code: string) => Object.assign(new Error(code), { code, syscall: 'open', path: '/data' });
  const cases = [
    ['database', AWAY],
    ['database', new Error('Connection terminated unexpectedly')],
    ['database', ofPostgres('57P03')],
    ['database', ofPostgres('53300')],
    ['database', Object.assign(new Error('the host is a standby, which only reads'), { code: '25006' })],
    ['database_writes', ofPostgres('25006')],
    ['database_writes', ofPostgres('53100')],
    ['file_store', new BlobStoreError('The blob store answered 503.')],
    ['file_store', new BlobStoreError('no', { cause: ofFile('EACCES') })],
    ['disk', new BlobStoreError('no', { cause: ofFile('ENOSPC') })],
    ['disk', ofFile('EROFS')],
    [undefined, new BlobMissingError('ab'.repeat(32))],
    [undefined, ofFile('ENOENT')],
    [undefined, new TurnTimeout('no turn')],
    [undefined, ofPostgres('23505')],
    [undefined, new TypeError('undefined is not a function')],
    [undefined, 'a string'],
    [undefined, undefined],
  ] as const;
  for (const [dependency, error] of cases) {
    const { faults } = newFaults();
    assert.equal(faults.caught(error), dependency !== undefined, String(error));
    const [faulty] = faults.states().filter(({ isFaulty }) => isFaulty);
    assert.equal(faulty?.dependency, dependency, String(error));
  }
});
