import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import pino from 'pino';
import { answerKind, createAnswerLog } from './observe-requests.ts';

const ANSWERS = [
  {
    clientId: 'c1',
    traceId: undefined,
    method: 'GET',
    route: '/v1/orders/:orderId',
    status: 200,
    ms: 1.2345,
  },
  { clientId: undefined, traceId: '0af7', method: 'POST', route: 'none', status: 404, ms: 12 },
  {
    clientId: 'a "quoted" \\ name\u0001é',
    traceId: undefined,
    method: 'PUT',
    route: '/"',
    status: 500,
    ms: 0.001,
  },
];

for (const base of [null, { process: 2 }, { process: 'first' }]) {
  test(`the line of an answer is the one that pino would write, with ${JSON.stringify(base)} on each`, () => {
    const lines: string[] = [];
    const at = '2026-01-31T12:00:00.001Z';
    const log = pino(
      { level: 'info', base, timestamp: () => `,"time":"${at}"` },
      { write: (line: string) => void lines.push(line) },
    );
    const write = createAnswerLog(log);
    for (const [index, { clientId, traceId, method, route, status, ms }] of ANSWERS.entries()) {
      const requestId = `r-${index}`;
      write({ requestId, clientId, traceId, kind: answerKind(method, route, status), ms });
      const rounded = Math.round(ms * 100) / 100;
      log.child({ requestId }).info({ clientId, traceId, method, route, status, ms: rounded }, 'answered');
    }
    assert.equal(lines.length, 2 * ANSWERS.length);
    for (let at = 0; at < lines.length; at += 2) assert.equal(lines[at], lines[at + 1]);
  });
}

test('where such lines are not wanted, or there is no log, none is written', () => {
  const lines: string[] = [];
  const quiet = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  for (const log of [quiet, Fastify().log])
    createAnswerLog(log)({
      requestId: 'r',
      clientId: 'c',
      traceId: undefined,
      kind: answerKind('GET', '/', 200),
      ms: 1,
    });
  assert.deepEqual(lines, []);
});
