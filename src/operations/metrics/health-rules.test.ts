import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkHealth, type HealthFacts } from './health-rules.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const NO_TROUBLE = { problem: null, problemSince: null, verifyProblems: null, verifyMessage: null };
const WELL: HealthFacts = {
  nowMs: 100_000,
  now: NOW,
  work: { at: ago(20), intakeDueSince: ago(60), webhooksDueSince: null, backups: NO_TROUBLE },
  disk: { pausedSince: null, freeBytes: 1 },
  jobs: [{ name: 'intake', failingKeys: 0, searchedAt: 99_000 }],
  canSign: true,
};

test('a healthy service lists all its checks', () => {
  assert.deepEqual(
    checkHealth(WELL).map(({ name, status, message }) => [name, status, message]),
    ['backups', 'disk', 'intake', 'jobs', 'keys', 'webhooks'].map((name) => [name, 'ok', undefined]),
  );
});

const CASES: [string, Partial<HealthFacts>, [string, RegExp][]][] = [
  ['low disk space', { disk: { pausedSince: NOW, freeBytes: 1 } }, [['disk', /Disk space is low/]]],
  ['a disk that cannot be read', { disk: { pausedSince: null, freeBytes: null } }, [['disk', /cannot be read/]]],
  [
    'a backup folder that is away',
    {
      work: {
        ...{ at: NOW, intakeDueSince: null, webhooksDueSince: null },
        backups: { ...NO_TROUBLE, problem: 'The backup folder /b is missing.', problemSince: ago(60) },
      },
    },
    [['backups', /^Since 2026-03-01T11:59:00.000Z: .* is missing/]],
  ],
  [
    'backups that are damaged',
    {
      work: {
        ...{ at: NOW, intakeDueSince: null, webhooksDueSince: null },
        backups: { ...NO_TROUBLE, verifyProblems: 2, verifyMessage: '/b/wal/x is missing.' },
      },
    },
    [['backups', /found 2 problems\. The first: \/b\/wal\/x is missing/]],
  ],
  [
    'an old backlog of the intake',
    { work: { at: NOW, intakeDueSince: ago(700), webhooksDueSince: null, backups: NO_TROUBLE } },
    [['intake', /for 700 seconds/]],
  ],
  [
    'an old backlog of webhooks',
    { work: { at: NOW, intakeDueSince: null, webhooksDueSince: ago(700), backups: NO_TROUBLE } },
    [['webhooks', /for 700 seconds/]],
  ],
  [
    'a database that does not count',
    { work: { at: ago(200), intakeDueSince: null, webhooksDueSince: null, backups: NO_TROUBLE } },
    [
      ['intake', /counted 200 seconds ago/],
      ['webhooks', /counted 200 seconds ago/],
    ],
  ],
  [
    'a database that never did',
    { work: undefined },
    [
      ['intake', /could not be counted/],
      ['webhooks', /could not be counted/],
    ],
  ],
  [
    'a job that fails and one that is stuck',
    {
      jobs: [
        { name: 'intake', failingKeys: 2, searchedAt: 99_000 },
        { name: 'deliver', failingKeys: 0, searchedAt: 30_000 },
      ],
    },
    [['jobs', /deliver does not look for work, intake fails/]],
  ],
  ['no key to sign with', { canSign: false }, [['keys', /No signing key/]]],
];

for (const [what, changes, expected] of CASES) {
  test(`${what} is named, and nothing else`, () => {
    const degraded = checkHealth({ ...WELL, ...changes }).filter(({ status }) => status === 'degraded');
    assert.deepEqual(
      degraded.map(({ name }) => name),
      expected.map(([name]) => name),
    );
    for (const [index, [, message]] of expected.entries()) assert.match(degraded[index]!.message!, message);
  });
}
