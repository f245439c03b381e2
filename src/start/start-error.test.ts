import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeFailure, withoutDatabase } from './start-error.ts';

const failure = (message: string, facts: object = {}) => Object.assign(new Error(message), facts);
const told = (error: unknown) => describeFailure(withoutDatabase(error));

test('a database that goes away in the middle of a start is told in one line', () => {
  for (const error of [
    failure('Connection terminated unexpectedly'),
    failure('Connection terminated due to connection timeout'),
    failure('the database system is shutting down', { code: '57P03' }),
    failure('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED', syscall: 'connect' }),
  ])
    assert.match(
      told(error),
      /^platen: The database went away meanwhile \(.+\); try again once it answers\.\n$/,
    );
});

test('a fault of the program, and a file that is missing, keep their stacks', () => {
  const missing = failure('ENOENT: no such file', { code: 'ENOENT', syscall: 'open', path: '/x' });
  for (const error of [new TypeError('x is not a function'), missing])
    assert.match(told(error), /\n +at .*start-error\.test/);
});
