import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionLost, RequestError } from '../api/request-error.ts';
import { type Identity, type KeptQueue, removeAnswered, type SentScan, WAITING_MAX } from './queue-rules.ts';
import { type AnsweredScan, ScanQueue } from './scan-queue.ts';

interface Context {
  work: string;
  piece?: string;
}
interface Answer {
  next: Context;
  refusal?: { kind: string; message: string };
}

const ADA: Identity = { station: 's1', stationName: 'Press 1', operatorId: 'ada', name: 'Ada' };
const GRACE: Identity = { ...ADA, operatorId: 'grace', name: 'Grace' };
const MAKE: Context = { work: 'MAKE' };

/**
 * A server that accepts scans, recognises repeated ones, and can be unreachable. `kept` replaces the
 * browser's storage.
 */
function shop() {
  const counted = new Map<string, Answer>();
  let kept: string | undefined;
  const world = {
    sent: [] as SentScan<Context>[],
    answers: [] as AnsweredScan<Answer>[],
    /** The latest accepted answer of the station, and those that pages took over. */
    latest: undefined as Answer | undefined,
    restored: [] as Answer[],
    pauses: [] as number[],
    locks: 0,
    time: 1_000,
    /** Before a scan is counted, and after. */
    before: () => {},
    after: () => {},
    counted,
    queue: () => {
      const queue = new ScanQueue<Context, Answer>(
        {
          send: async (sent) => {
            world.sent.push(structuredClone(sent));
            world.before();
            const known = counted.get(sent.scan.id);
            const isBad = sent.scan.text === 'BAD';
            const answer = known ?? {
              next: isBad ? sent.context : { work: 'MAKE', piece: sent.scan.text },
              ...(!isBad && sent.scan.text !== 'PASS' && { done: { piece: { quantity: 1 } } }),
              ...(isBad && { refusal: { kind: 'UNKNOWN', message: 'No piece has this code.' } }),
            };
            counted.set(sent.scan.id, answer);
            if (!answer.refusal) world.latest = answer;
            world.after();
            return answer;
          },
          readLatest: async ({ station }) => (station === 's1' ? world.latest : undefined),
          onLatest: (answer) => world.restored.push(answer),
          read: () => kept && (JSON.parse(kept) as KeptQueue<Context>),
          keep: (queue) => {
            kept = JSON.stringify(queue);
          },
          pause: (ms, signal) => {
            world.pauses.push(ms);
            return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
          },
          now: () => world.time,
          onAnswer: (one) => world.answers.push(one),
          onLocked: () => {
            world.locks += 1;
          },
        },
        MAKE,
      );
      const close = queue.open();
      return Object.assign(queue, { close });
    },
  };
  return world;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const lost = () => {
  throw new ConnectionLost('gone');
};
const refused =
  (status: number, headers: Record<string, string> = {}) =>
  () => {
    throw new RequestError(new Response(null, { status, headers }), { message: `${status}` });
  };
let ids = 0;
const scan = (queue: ScanQueue<Context, Answer>, ...texts: string[]) =>
  texts.map((text) => {
    ids += 1;
    return queue.add(`id-${ids}`, text);
  });

test('scans are sent one at a time, in order, each with the context of the previous answer', async () => {
  const world = shop();
  const queue = world.queue();
  queue.signOn(ADA);
  scan(queue, 'P1', 'BAD', 'P2');
  assert.equal(queue.view().waiting.length, 3);
  await settled();
  assert.deepEqual(
    world.sent.map(({ scan: { text }, context }) => [text, context.piece]),
    [
      ['P1', undefined],
      ['BAD', 'P1'],
      ['P2', 'P1'],
    ],
  );
  const { waiting, state, count, context, last } = queue.view();
  assert.deepEqual([waiting.length, state, count, context.piece], [0, 'idle', 2, 'P2']);
  assert.deepEqual(
    last.map(({ scan: { text } }) => text),
    ['P2', 'BAD', 'P1'],
  );
});

test('without a network scans wait visibly and are then sent once, even after a lost answer', async () => {
  const world = shop();
  const queue = world.queue();
  queue.signOn(ADA);
  world.after = lost;
  scan(queue, 'P1');
  await settled();
  world.before = lost;
  scan(queue, 'P2');
  await settled();
  assert.deepEqual([queue.view().state, queue.view().waiting.length, world.answers.length], ['offline', 2, 0]);
  assert.equal(queue.view().context.piece, undefined);
  world.before = world.after = () => {};
  queue.retry();
  await settled();
  assert.deepEqual([queue.view().state, world.counted.size, queue.view().count], ['idle', 2, 2]);
  const ofFirst = world.sent.filter(({ scan: { text } }) => text === 'P1');
  assert.equal(new Set(ofFirst.map((one) => JSON.stringify(one))).size, 1);
});

test('retries wait longer and longer, at least as long as the server asks', async () => {
  const world = shop();
  const queue = world.queue();
  queue.signOn(ADA);
  world.before = lost;
  scan(queue, 'P1');
  for (let tries = 0; tries < 6; tries += 1) {
    await settled();
    queue.retry();
  }
  await settled();
  assert.deepEqual(world.pauses, [500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000]);
  world.before = refused(503, { 'retry-after': '30' });
  queue.retry();
  await settled();
  assert.equal(world.pauses.at(-1), 30_000);
});

test('a reload loses nothing and repeats an unanswered scan unchanged', async () => {
  const world = shop();
  const before = world.queue();
  before.signOn(ADA);
  scan(before, 'P1');
  await settled();
  world.after = lost;
  scan(before, 'P2', 'P3');
  await settled();
  before.close();
  world.after = () => {};
  const queue = world.queue();
  assert.deepEqual([queue.view().waiting.length, queue.view().context.piece], [2, 'P1']);
  await settled();
  assert.equal(queue.view().state, 'locked');
  queue.signOn(ADA);
  await settled();
  assert.deepEqual([world.counted.size, queue.view().context.piece], [3, 'P3']);
  const second = world.sent.filter(({ scan: { text } }) => text === 'P2');
  assert.deepEqual(second[0], second[1]);
});

test('after a reload the last answer is shown again, without counting again', async () => {
  const world = shop();
  const before = world.queue();
  before.signOn(ADA);
  scan(before, 'P1', 'BAD');
  await settled();
  before.close();
  const queue = world.queue();
  queue.signOn(GRACE);
  await queue.restore();
  assert.deepEqual(world.restored, [{ next: { work: 'MAKE', piece: 'P1' }, done: { piece: { quantity: 1 } } }]);
  assert.deepEqual([queue.view().count, queue.view().context.piece, world.counted.size], [0, 'P1', 2]);
});

test('a page continues from the latest answer of its station, also one of a second window', async () => {
  const world = shop();
  const before = world.queue();
  before.signOn(ADA);
  scan(before, 'P1');
  await settled();
  before.close();
  world.latest = { next: { work: 'MAKE', piece: 'P9' } };
  const queue = world.queue();
  queue.signOn(ADA);
  await queue.restore();
  assert.equal(queue.view().context.piece, 'P9');
});

test('a context of another station is closed', async () => {
  const world = shop();
  const before = world.queue();
  before.signOn(ADA);
  scan(before, 'P1');
  await settled();
  before.close();
  const queue = world.queue();
  queue.signOn({ ...ADA, station: 's2' });
  assert.deepEqual(queue.view().context, MAKE);
  await queue.restore();
  assert.deepEqual([queue.view().context, world.restored], [MAKE, []]);
});

test('scans of one person are sent in another name only after confirmation', async () => {
  const world = shop();
  const queue = world.queue();
  queue.signOn(ADA);
  world.before = lost;
  scan(queue, 'P1', 'P2');
  await settled();
  queue.signOn(undefined);
  world.before = () => {};
  queue.signOn(GRACE);
  await settled();
  assert.deepEqual([queue.view().state, world.counted.size], ['foreign', 0]);
  queue.signOn(ADA);
  await settled();
  assert.deepEqual([queue.view().state, world.counted.size], ['idle', 2]);

  world.before = lost;
  scan(queue, 'P3');
  await settled();
  queue.signOn(GRACE);
  world.before = () => {};
  queue.retry();
  await settled();
  assert.equal(queue.view().state, 'foreign');
  queue.adopt();
  await settled();
  assert.deepEqual([world.sent.at(-1)?.scan.by.name, world.counted.size], ['Grace', 3]);

  world.before = lost;
  scan(queue, 'P4');
  await settled();
  queue.signOn({ ...GRACE, station: 's2' });
  world.before = () => {};
  queue.retry();
  await settled();
  assert.equal(queue.view().state, 'foreign');
  queue.discard();
  await settled();
  assert.deepEqual([queue.view().state, queue.view().waiting.length, world.counted.size], ['idle', 0, 3]);
});

test('a locked station keeps its scans until a person signs on', async () => {
  const world = shop();
  const queue = world.queue();
  assert.deepEqual(scan(queue, 'P1'), [false]);
  queue.signOn(ADA);
  world.before = refused(401);
  scan(queue, 'P1');
  await settled();
  assert.deepEqual([queue.view().state, world.locks, queue.view().waiting.length], ['locked', 1, 1]);
  queue.signOn(undefined);
  world.before = () => {};
  queue.signOn(ADA);
  await settled();
  assert.equal(world.counted.size, 1);
});

test('a scan that the server does not accept is reported and does not block the next ones', async () => {
  const world = shop();
  const queue = world.queue();
  queue.signOn(ADA);
  world.before = refused(422);
  scan(queue, 'P1');
  await settled();
  world.before = () => {};
  scan(queue, 'P2');
  await settled();
  assert.deepEqual(
    world.answers.map(({ failure, answer }) => [failure?.message, answer?.next.piece]),
    [
      ['422', undefined],
      [undefined, 'P2'],
    ],
  );
});

test('the queue accepts scans up to its limit', () => {
  const world = shop();
  const queue = world.queue();
  queue.signOn(ADA);
  world.before = lost;
  const taken = scan(queue, ...Array.from({ length: WAITING_MAX + 1 }, (_, place) => `P${place}`));
  assert.deepEqual([taken.at(-2), taken.at(-1)], [true, false]);
});

test('the count of today is finished work: no questions, refusals or rejects, and UNDO takes back', () => {
  const scan = { id: 'S', text: 'T', at: 1_000, by: ADA };
  const done = { piece: { quantity: 1 } };
  const next = { work: 'PACK', parcel: 'T1' };
  const withProduct = { ...next, last: '4006381333931' };
  let kept: KeptQueue<object> = { context: {}, waiting: [] };
  const counts = [
    { answer: { next } },
    { answer: { next, done } },
    { answer: { next, done: { piece: { quantity: 300 } } } },
    { answer: { next, done, command: 'REJECT' } },
    { answer: { next, done, refusal: { kind: 'UNKNOWN', message: '' } } },
    { answer: { next, done, command: 'UNDO' } },
    { answer: { next: withProduct, meaning: 'PRODUCT' } },
    { context: withProduct, answer: { next: withProduct, command: 'UNDO' } },
    { context: withProduct, answer: { next, command: 'UNDO' } },
  ].map(({ context = next, answer }) => {
    kept = removeAnswered(kept, { scan, context }, answer);
    return kept.counted?.count;
  });
  assert.deepEqual(counts, [0, 1, 301, 301, 301, 300, 301, 301, 300]);
});
