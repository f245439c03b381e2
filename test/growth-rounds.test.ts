import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GrowthCase } from '../bench/growth-cases.ts';
import { type AskedServer, GrowthRounds } from '../bench/growth-rounds.ts';

const ROUNDS = 4;
const CASES: GrowthCase[] = ['list', 'read'].map((name) => ({ name, ask: async () => {} }));

/** Answers, and takes no time of the processor, until `endsAt` throws. */
function server(name: string, endsAt: (operation: string, round: number) => void = () => {}): AskedServer {
  return {
    name,
    ask: async (one, round) => endsAt(one.name, round),
    processorMs: async () => 0,
  };
}

async function ask(servers: readonly AskedServer[]) {
  const rounds = new GrowthRounds(servers, CASES, ROUNDS);
  const told: string[] = [];
  const ended = await rounds.ask((failure) => void told.push(failure)).catch((error: Error) => error.message);
  const known = rounds.medians().map((medians) => medians.map((one) => [one.name, one.rounds]));
  return { told, ended, known };
}

test('what was asked for before an operation fails in one server counts, with how often that was', async () => {
  const asked: number[] = [];
  const failing = server('many', (operation, round) => {
    if (operation !== 'read') return;
    asked.push(round);
    if (round === 3) throw new Error('503');
  });
  assert.deepEqual(await ask([server('few'), failing]), {
    told: ['many, read: 503'],
    ended: undefined,
    known: [
      [
        ['list', undefined],
        ['read', undefined],
      ],
      [
        ['list', undefined],
        ['read', 2],
      ],
    ],
  });
  assert.deepEqual(asked, [0, 1, 2, 3], 'it is not asked again');
});

test('an operation that never succeeds has no figures', async () => {
  const failing = server('few', (operation) => {
    if (operation === 'read') throw new Error('404');
  });
  assert.deepEqual((await ask([failing])).known, [[['list', undefined]]]);
});

test('the figures until then are known where all ends half way', async () => {
  let left = 7;
  const ending = server('few');
  ending.processorMs = async () => {
    if (left-- === 0) throw new Error('gone');
    return 0;
  };
  // Of the first round nothing counts; then both once, each with a look before and after.
  assert.deepEqual(await ask([ending]), {
    told: [],
    ended: 'gone',
    known: [
      [
        ['list', 1],
        ['read', 1],
      ],
    ],
  });
});
