import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeFailure, explainLostDatabase } from './start-error.ts';

const failure = (message: string, facts: object = {}) => Object.assign(new Error(message), facts);
const describe = (error: unknown) => describeFailure(explainLostDatabase(error));

test('a database connection that is lost during the start is described in one line', () => {
  for (const error of [
    failure('Connection terminated unexpectedly'),
    failure('Connection terminated due to connection timeout'),
    failure('the database system is shutting down', { code: '57P03' }),
    failure('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED', syscall: 'connect' }),
  ])
    assert.match(
      describe(error),
      /^platen: The connection to the database was lost \(.+\); try again when the database answers\.\n$/,
    );
});

test('a fault of the program and a missing file are described by their stacks', () => {
  const missing = failure('ENOENT: no such file', { code: 'ENOENT', syscall: 'open', path: '/x' });
  for (const error of [new TypeError('x is not a function'), missing])
    assert.match(describe(error), /\n +at .*start-error\.test/);
});
