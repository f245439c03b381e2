import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isConnectionLost } from './database-faults.ts';

test('a worker that a coordinator lost is a lost connection, whatever it says of that; another internal error is none', () => {
  const lost = [
    ['08006', 'connection to the remote node platen@worker-1:5432 failed with the following error: Connection refused'],
    ['XX000', 'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally'],
    ['XX000', 'failure on connection marked as essential: worker-1:5432'],
    ['XX000', 'terminating connection due to unexpected postmaster exit'],
    ['XX000', 'postmaster was shut down, exiting'],
  ] as const;
  for (const [code, message] of lost)
    assert.equal(isConnectionLost(Object.assign(new Error(message), { code })), true, message);
  const other = Object.assign(new Error('cache lookup failed for type 7'), { code: 'XX000' });
  assert.equal(isConnectionLost(other), false);
});
